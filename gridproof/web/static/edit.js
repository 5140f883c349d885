// Editing by clicking: a brush, and the squares it is drawn over. What the text becomes is the server's to say.

import { by, make, post } from "./api.js";

export class Edit {
  /** `changed(level)` is called with what the server makes of the text; `failed(error)` with what it refuses. */
  constructor({ changed, failed }) {
    this.changed = changed;
    this.failed = failed;
    this.brush = null;
    this.cells = []; // painted, not yet sent
    this.last = null;
    this.busy = false;
  }

  use(level) {
    this.level = level;
    const names = level.brushes.map((brush) => brush.name);
    if (!names.includes(this.brush)) this.brush = names[0];
    const same = this.shown === JSON.stringify(level.brushes);
    this.shown = JSON.stringify(level.brushes);
    if (!same) {
      by("brushes").replaceChildren(
        ...level.brushes.map(({ name, label, svg }) => {
          const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
          swatch.innerHTML = svg;
          const button = make("button", { type: "button", role: "radio", "data-brush": name }, swatch, label);
          button.addEventListener("click", () => this.choose(name));
          return button;
        }),
      );
    }
    this.choose(this.brush);
  }

  choose(name) {
    this.brush = name;
    for (const button of by("brushes").children) {
      button.setAttribute("aria-checked", String(button.dataset.brush === name));
    }
  }

  /** The pointer begins, or goes on, over a square. */
  over(cell) {
    if (this.last?.join() === cell.join()) return;
    this.last = cell;
    this.cells.push(cell);
    this.send();
  }

  up() {
    this.last = null;
  }

  async send() {
    if (this.busy || !this.cells.length) return;
    this.busy = true;
    const cells = this.cells.splice(0);
    const { puzzle, text } = this.level;
    try {
      this.changed(await post("/api/edit", { puzzle, text, cells, brush: this.brush }));
    } catch (error) {
      this.cells = [];
      this.failed(error);
    } finally {
      this.busy = false;
    }
    this.send();
  }
}
