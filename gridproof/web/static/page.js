// The page of one answer: its board, its stepper, and the proofs that can be shown on the board.

import { Board } from "./board.js";
import { Stepper } from "./stepper.js";
import { themeButton } from "./theme.js";

const data = JSON.parse(document.getElementById("data").textContent);
const board = new Board(document.querySelector(".board"), data.play);
themeButton(document.querySelector(".theme"));

const shows = [...document.querySelectorAll("[data-shows]")];
const legend = document.querySelector(".legend");

/** Show the marks of one proof, or of none. */
function show(chosen) {
  for (const button of shows) {
    const on = button === chosen;
    button.setAttribute("aria-pressed", String(on));
    board.layer(button.dataset.shows, on);
  }
  board.layer("plan", !chosen);
  legend.hidden = !chosen;
  legend.textContent = chosen?.dataset.legend ?? "";
}

let stepper = null;
if (data.play.steps.length) {
  stepper = new Stepper(document.querySelector(".stepper"), board, data.play, {
    list: document.querySelector(".step-list ol"),
    single: data.single,
    onmove: (position) => {
      const shown = shows.find((button) => button.getAttribute("aria-pressed") === "true");
      if (position > 0 && shown?.dataset.start) show(null); // it speaks of the start
    },
  });
  document.addEventListener("keydown", (event) => stepper.key(event));
}

for (const button of shows) {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") === "true";
    if (!on && button.dataset.start) stepper?.home();
    show(on ? null : button);
  });
}

if (!stepper && shows.length) show(shows[0]);

for (const button of document.querySelectorAll("[data-copies]")) {
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copies);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(source); // then Ctrl-C does it
      button.textContent = "Selected: press Ctrl-C";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}
