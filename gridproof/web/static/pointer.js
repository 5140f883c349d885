// Mouse, pen, touch and keys on the board, as taps, drags, paths and keys. Knows no puzzle.

const ARROWS = { ArrowUp: "up", ArrowLeft: "left", ArrowDown: "down", ArrowRight: "right" };
const OFFSETS = { up: [-1, 0], left: [0, -1], down: [1, 0], right: [0, 1] };

export class Pointer {
  /** `acts` has tap(address), drag(from, to), over(address), arrow(name) -> whether it was used, escape(). */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    this.board = null;
    this.silent = false; // keys are somebody else's
    this.cursor = null; // an address, once the keyboard is used
    this.down = null;
    root.addEventListener("pointerdown", (event) => this.begin(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.end(event));
    root.addEventListener("pointercancel", () => { this.down = null; });
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** Another board is shown; the cursor stays where it was on it. */
  use(board, keep = false) {
    this.board = board;
    if (!keep) this.cursor = null;
    this.board?.ring("cursor", this.cursor);
  }

  begin(event) {
    if (!this.board || event.button !== 0 || !event.isPrimary || !event.target.closest("svg")) return;
    this.down = this.board.addressAt(event);
    this.root.setPointerCapture(event.pointerId);
    this.point(null);
    if (this.down) this.acts.over(this.down);
  }

  move(event) {
    if (!this.down) return;
    for (const point of event.getCoalescedEvents?.() ?? []) this.pass(point); // a fast stroke has no gaps
    this.pass(event);
  }

  pass(event) {
    const here = this.board.addressAt(event);
    if (here) this.acts.over(here);
  }

  end(event) {
    const from = this.down;
    this.down = null;
    if (!from) return;
    const to = this.board.addressAt(event);
    if (!to) return;
    if (from[0] === to[0] && from[1] === to[1]) this.acts.tap(to);
    else this.acts.drag(from, to);
  }

  key(event) {
    if (!this.board || this.silent || event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      if (event.shiftKey || !this.acts.arrow(arrow)) this.walk(arrow);
    } else if (event.key === "Enter" || event.key === " ") {
      if (!this.cursor) this.walk(null);
      else {
        this.acts.over(this.cursor);
        this.acts.tap(this.cursor);
      }
    } else if (event.key === "Escape") {
      this.point(null);
      this.acts.escape();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Move the cursor to the next square in a direction; without one it appears on the first. */
  walk(arrow) {
    const places = this.board.squares();
    if (!places.length) return;
    if (!this.cursor || !arrow) {
      this.point(this.cursor ?? places[0].address);
      return;
    }
    const [down, right] = OFFSETS[arrow];
    const here = places.find(({ address }) => same(address, this.cursor)) ?? places[0];
    let best = null;
    for (const { address, row, column } of places) {
      const along = (row - here.row) * down + (column - here.column) * right;
      const aside = Math.abs((row - here.row) * right) + Math.abs((column - here.column) * down);
      const far = along + 3 * aside;
      if (along > 0.2 && (!best || far < best.far)) best = { address, far };
    }
    if (best) this.point(best.address);
  }

  point(address) {
    this.cursor = address;
    this.board?.ring("cursor", address);
  }
}

export const same = (a, b) => a !== null && b !== null && a[0] === b[0] && a[1] === b[1];
