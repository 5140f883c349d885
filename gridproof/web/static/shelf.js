// The list of bundled levels, by puzzle and collection, and the drawer that holds it on a narrow page.

import { by, make } from "./api.js";

export class Shelf {
  constructor(collections, chosen) {
    this.chosen = chosen;
    this.buttons = new Map();
    const puzzles = new Map();
    for (const collection of collections) {
      if (!puzzles.has(collection.puzzle)) puzzles.set(collection.puzzle, []);
      puzzles.get(collection.puzzle).push(collection);
    }
    by("shelf").replaceChildren(
      ...[...puzzles].map(([puzzle, mine]) => make("section", {}, make("h2", {}, puzzle), ...mine.map((one) => this.shelf(one)))),
    );
    by("find").addEventListener("input", () => this.find(by("find").value.trim().toLowerCase()));
    by("drawer").addEventListener("click", () => this.open(by("drawer").getAttribute("aria-expanded") !== "true"));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.open(false); });
  }

  shelf({ name, levels }) {
    const items = levels.map((level) => {
      const button = make("button", { type: "button", "data-level": level.name }, level.title);
      button.addEventListener("click", () => {
        this.open(false);
        this.chosen(level.name);
      });
      this.buttons.set(level.name, button);
      return make("li", {}, button);
    });
    return make("details", {}, make("summary", {}, `${name} `, make("span", { class: "soft" }, String(levels.length))), make("ol", {}, ...items));
  }

  /** Show which level is open, or that none of these is. */
  mark(name) {
    for (const [key, button] of this.buttons) {
      if (key === name) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    this.buttons.get(name)?.closest("details").setAttribute("open", "");
  }

  find(wanted) {
    for (const shelf of by("shelf").querySelectorAll("details")) {
      let some = false;
      for (const item of shelf.querySelectorAll("li")) {
        const found = `${item.textContent} ${item.firstChild.dataset.level}`.toLowerCase().includes(wanted);
        item.hidden = !found;
        some ||= found;
      }
      shelf.hidden = !some;
      if (wanted) shelf.open = some;
    }
    for (const section of by("shelf").children) section.hidden = !section.querySelector("details:not([hidden])");
    by("none").textContent = by("shelf").querySelector("details:not([hidden])") ? "" : "No bundled level of this name.";
  }

  open(opened) {
    document.body.classList.toggle("drawer-open", opened);
    by("drawer").setAttribute("aria-expanded", String(opened));
    if (opened) by("find").focus({ preventScroll: true });
  }
}
