// Editing by clicking: a brush, the squares it is drawn over, rows and columns at the edges, and the way back. What the
// text becomes is the server's to say.

import { by, make, post } from "./api.js";

const LONGEST = 20_000_000; // characters of earlier texts that are kept
const EDGES = { top: "row at the top", bottom: "row at the bottom", left: "column on the left", right: "column on the right" };

export class Edit {
  /** `changed(told)` is called with what the server makes of the text; `failed(error)` with what it refuses. */
  constructor({ changed, failed }) {
    this.changed = changed;
    this.failed = failed;
    this.brush = null;
    this.waiting = []; // what was done, and not yet sent
    this.past = []; // texts before each stroke
    this.future = []; // texts that were taken back
    this.before = null; // the text before a stroke, until that has changed something
    this.last = null;
    this.busy = false;
    for (const edge of document.querySelectorAll("[data-edge]")) this.fill(edge);
  }

  /** The two buttons at an edge of the board. */
  fill(edge) {
    const line = EDGES[edge.dataset.edge];
    edge.setAttribute("role", "group");
    edge.setAttribute("aria-label", line);
    for (const [sign, step, does] of [["−", -1, "Remove the"], ["+", 1, "Add a"]]) {
      const words = `${does} ${line}`;
      const button = make("button", { type: "button", "aria-label": words, title: words }, sign);
      button.addEventListener("click", () => this.then({ edge: edge.dataset.edge, by: step }));
      edge.append(button);
    }
  }

  /** Another level, or what became of this one; with `fresh` there is no way back from it. */
  use(level, fresh) {
    this.level = level;
    if (fresh) [this.past, this.future, this.waiting] = [[], [], []];
    const names = level.brushes.map((brush) => brush.name);
    if (!names.includes(this.brush)) this.brush = names[0];
    if (this.shown !== level.brushes) {
      const held = by("brushes").contains(document.activeElement);
      by("brushes").replaceChildren(
        ...level.brushes.map(({ name, label, svg }) => {
          const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
          swatch.innerHTML = svg;
          const button = make("button", { type: "button", role: "radio", "data-brush": name }, swatch, label);
          button.addEventListener("click", () => this.choose(name));
          return button;
        }),
      );
      this.shown = level.brushes;
      this.choose(this.brush);
      if (held) by("brushes").querySelector("[aria-checked=true]")?.focus();
      return;
    }
    this.choose(this.brush);
  }

  choose(name) {
    this.brush = name;
    for (const button of by("brushes").children) {
      button.setAttribute("aria-checked", String(button.dataset.brush === name));
    }
  }

  // --- what people do ----------------------------------------------------------------------------------------

  /** The pointer begins, or goes on, over a square. */
  over(cell) {
    if (this.last?.join() === cell.join()) return;
    const goesOn = this.last !== null;
    this.last = cell;
    const open = this.waiting.at(-1);
    if (goesOn && open?.cells && open.brush === this.brush) open.cells.push(cell);
    else this.waiting.push({ cells: [cell], brush: this.brush, goesOn });
    this.send();
  }

  /** The stroke has ended. */
  up() {
    this.last = null;
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  undo() {
    this.then({ from: "past", to: "future" });
  }

  redo() {
    this.then({ from: "future", to: "past" });
  }

  // --- how it is done ----------------------------------------------------------------------------------------

  then(action) {
    this.waiting.push(action);
    this.send();
  }

  /** One thing after the other, in the order in which they were done. */
  async send() {
    if (this.busy || !this.waiting.length) return;
    this.busy = true;
    const { from, to, goesOn, ...action } = this.waiting.shift();
    const { puzzle, text } = this.level;
    try {
      if (from && !this[from].length) return;
      if (from) action.back = this[from].at(-1);
      const told = await post("/api/edit", { puzzle, text, ...action });
      if (this.level.text !== text || this.level.puzzle !== puzzle) return; // another level by now
      if (from) {
        this[from].pop();
        this[to].push(text);
      } else {
        if (!goesOn) this.before = text; // of the stroke, which may take several requests
        if (told.text !== text) this.remember();
      }
      this.changed(told);
    } catch (error) {
      this.waiting = [];
      this.failed(error);
    } finally {
      this.busy = false;
      this.send();
    }
  }

  /** The text before the stroke is one to which there is a way back. */
  remember() {
    if (this.before === null) return;
    this.past.push(this.before);
    this.before = null;
    this.future = [];
    let kept = 0;
    const first = this.past.findLastIndex((one) => (kept += one.length) > LONGEST);
    this.past.splice(0, first + 1);
  }
}
