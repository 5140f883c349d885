// A game under way: what was played, and the way back. The rules are the server's.

import { Reel } from "./reel.js";

export class Game {
  constructor(level) {
    this.level = level;
    this.reel = new Reel(level.play);
    this.turns = []; // one for each gesture: {entries, score, solved}
  }

  /** Number of gestures played, without those taken back. */
  get turn() {
    return this.reel.stepAt(this.reel.position) + 1;
  }

  get entries() {
    return this.turns.slice(0, this.turn).flatMap((turn) => turn.entries);
  }

  /** What the entries cost, in words. */
  get score() {
    return this.turn ? this.turns[this.turn - 1].score : this.level.score;
  }

  get solved() {
    return this.turn ? this.turns[this.turn - 1].solved : this.level.solved;
  }

  get canRedo() {
    return this.turn < this.turns.length;
  }

  /** Take in what the server made of a gesture; what was taken back before it is gone. */
  add({ entries, changes, score, solved }) {
    this.turns.length = this.turn;
    this.reel.cut();
    this.reel.append("", changes);
    this.turns.push({ entries, score, solved });
  }
}
