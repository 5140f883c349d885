// The reader's wish for light or dark goes before the system's; it is kept where the browser lets a page keep things.

const KEY = "gridproof-theme";

/** Make a button switch between light and dark. */
export function themeButton(button) {
  const root = document.documentElement;
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const face = () => {
    button.textContent = dark() ? "Light" : "Dark";
    button.setAttribute("aria-label", dark() ? "Light colours" : "Dark colours");
  };
  const kept = remembered();
  if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  face();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", face);
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // a page opened from a file may not keep anything
    }
    face();
  });
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
