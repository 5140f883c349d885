// The buttons that show a proof on the board, one at a time.

export class Proofs {
  /** `root` holds buttons with data-shows=LAYER, data-legend and perhaps data-start; `home` winds the board back. */
  constructor(root, legend, board, home = () => {}) {
    this.shows = [...root.querySelectorAll("[data-shows]")];
    this.legend = legend;
    this.board = board;
    for (const button of this.shows) {
      button.addEventListener("click", () => {
        const on = button === this.shown;
        if (!on && button.dataset.start) home(); // it speaks of the start
        this.show(on ? null : button);
      });
    }
    this.show(null);
  }

  /** The button of the proof that is shown. */
  get shown() {
    return this.shows.find((button) => button.getAttribute("aria-pressed") === "true") ?? null;
  }

  /** Show the marks of one proof, or of none. */
  show(chosen) {
    for (const button of this.shows) {
      const on = button === chosen;
      button.setAttribute("aria-pressed", String(on));
      this.board.layer(button.dataset.shows, on);
    }
    this.board.layer("plan", !chosen);
    this.legend.hidden = !chosen;
    this.legend.textContent = chosen?.dataset.legend ?? "";
  }

  /** The board has come to a position: a proof that speaks of the start makes no sense behind it. */
  at(position) {
    if (position > 0 && this.shown?.dataset.start) this.show(null);
  }
}
