// Playing a level: gestures go to the server, which knows the rules; what it answers is shown, and can be taken back.

import { by, post } from "./api.js";
import { Board } from "./board.js";
import { Game } from "./game.js";
import { same } from "./pointer.js";

const PACE = 35; // milliseconds an entry, when a gesture makes several
const LONGEST = 1200; // milliseconds for all of them
const MOST_WAITING = 4; // gestures; keys repeat faster than anybody wants

export class Play {
  /** `reaches` says whether the server can tell where a piece may go; `said` is called after every change. */
  constructor(level, svg, { reaches, said, failed }) {
    this.level = level;
    this.reaches = reaches;
    this.said = said;
    this.failed = failed;
    this.game = new Game(level);
    this.board = new Board(svg, level.play);
    this.selected = null; // an address
    this.reached = []; // addresses, where the selected piece may go
    this.waiting = 0;
    this.queue = Promise.resolve();
    this.timer = null;
  }

  // --- what people do ----------------------------------------------------------------------------------------

  tap(cell) {
    this.then(async () => {
      const { selected } = this;
      if (selected && this.reached.some((square) => same(square, cell))) {
        await this.ask("/api/way", { cell: selected, to: cell });
        this.select(null);
      } else if (same(selected, cell)) {
        this.select(null);
      } else if (this.reaches && (await this.showReach(cell))) {
        this.select(cell, this.reached);
      } else if (await this.gesture({ kind: "tap", cell, selected })) {
        this.select(this.selected && !this.reaches ? cell : null);
      } else {
        this.select(this.spriteAt(cell) >= 0 && !this.reaches ? cell : null);
      }
    });
  }

  drag(cell, to) {
    this.then(async () => {
      this.select(null);
      if (this.reaches && (await this.showReach(cell))) {
        const there = this.reached.some((square) => same(square, to));
        this.select(null);
        if (there) {
          await this.ask("/api/way", { cell, to });
          return;
        }
      }
      await this.gesture({ kind: "drag", cell, to });
    });
  }

  /** An arrow key: true when it is one that moves something on this board. */
  arrow(key) {
    if (!this.level.keys && !this.selected) return false;
    this.then(async () => {
      const sprite = this.selected ? this.spriteAt(this.selected) : -1;
      const before = this.board.spots.get(sprite);
      if (!(await this.gesture({ kind: "key", key, selected: this.selected }))) return;
      const after = this.game.reel.spots.get(sprite);
      if (this.reaches) this.select(null);
      else if (before && after) this.follow(before, after);
    });
    return true;
  }

  undo() {
    this.wind(this.game.reel.next(this.game.reel.position, -1));
  }

  redo() {
    if (this.game.canRedo) this.wind(this.game.reel.next(this.game.reel.position, 1));
  }

  restart() {
    this.wind(0);
  }

  /** Make entries that somebody else found: the game as it would stand after them. */
  takeOver(turn) {
    this.wind(0);
    this.game.add(turn);
    this.wind(this.game.reel.length);
  }

  // --- how it is done ----------------------------------------------------------------------------------------

  /** One thing after the other, however fast they come. */
  then(work) {
    if (this.waiting >= MOST_WAITING) return;
    this.waiting += 1;
    this.queue = this.queue
      .then(() => {
        this.finish();
        return work();
      })
      .catch((error) => this.failed(error))
      .finally(() => { this.waiting -= 1; });
  }

  gesture(gesture) {
    return this.ask("/api/play", { gesture });
  }

  /** Ask the server for the entries of something, and play them; false when there are none. */
  async ask(path, what) {
    const { puzzle, text } = this.level;
    const turn = await post(path, { puzzle, text, entries: this.game.entries, ...what });
    if (!turn.entries.length) return false;
    this.game.add(turn);
    this.show(this.game.reel.length);
    return true;
  }

  spriteAt(cell) {
    return this.board.spriteAt(cell, this.level.cells);
  }

  async showReach(cell) {
    this.reached = [];
    if (this.spriteAt(cell) < 0) return false;
    const { puzzle, text } = this.level;
    const { squares, marks } = await post("/api/reach", { puzzle, text, entries: this.game.entries, cell });
    this.reached = squares;
    this.board.put("reach", marks);
    return squares.length > 0;
  }

  select(cell, reached = []) {
    this.selected = cell;
    this.reached = reached;
    if (!reached.length) this.board.put("reach", "");
    this.board.ring("selected", cell);
  }

  /** The selected sprite has moved from one spot to another, and its selected square with it. */
  follow([row, column], [newRow, newColumn]) {
    const [top, left] = this.board.placeOf(this.selected);
    this.select(this.board.addressNear(top + newRow - row + 0.5, left + newColumn - column + 0.5));
  }

  /** Go to a position entry by entry; the next gesture does not wait for that. */
  show(goal) {
    const { reel } = this.game;
    this.goal = goal;
    const many = goal - reel.position;
    const pace = Math.min(PACE, LONGEST / many);
    const onward = () => {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.seek(many === 1 || pace < 4 || calm ? goal : reel.position + 1);
      if (reel.position < goal) this.timer = setTimeout(onward, pace);
      else this.goal = undefined;
    };
    onward();
  }

  finish() {
    clearTimeout(this.timer);
    if (this.goal !== undefined) this.seek(this.goal);
    this.goal = undefined;
  }

  wind(position) {
    this.finish();
    this.select(null);
    this.seek(position);
  }

  seek(position) {
    this.board.apply(this.game.reel.seek(position).changes);
    this.said();
  }

  /** Show the score and which buttons make sense. */
  tell() {
    const { game } = this;
    by("score").textContent = `${game.solved ? "Solved: " : ""}${game.score}`;
    by("score").classList.toggle("solved", game.solved);
    by("undo").disabled = by("restart").disabled = !game.turn;
    by("redo").disabled = !game.canRedo;
  }
}
