// Entries that were made on a board, which can be wound to any place: what to change there. Knows no page.

export class Reel {
  constructor(play) {
    this.texts = []; // what each step says
    this.ends = [0]; // positions between steps; a position counts the finest entries played
    this.changes = []; // of each entry
    this.undo = []; // the changes that take these back
    this.spots = new Map(); // where everything is at the end
    record(this.spots, play.start);
    for (const [text, entries] of play.steps) this.append(text, entries);
    this.plan = play.plan;
    this.left = [...play.counts]; // how often each mark of the plan is still to be ticked off
    this.position = 0;
  }

  get length() {
    return this.changes.length;
  }

  /** One more step at the end; the position stays. */
  append(text, entries) {
    for (const changes of entries) {
      this.undo.push(earlier(this.spots, changes));
      record(this.spots, changes);
      this.changes.push(changes);
    }
    this.texts.push(text);
    this.ends.push(this.changes.length);
  }

  /** Forget what is behind the position, which is between two steps. */
  cut() {
    while (this.changes.length > this.position) {
      this.changes.pop();
      record(this.spots, this.undo.pop());
    }
    const steps = this.stepAt(this.position) + 1;
    this.texts.length = steps;
    this.ends.length = steps + 1;
  }

  /** The index of the step that the entry before a position belongs to; -1 at the start. */
  stepAt(position) {
    let low = 0;
    let high = this.ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The position one step on from another, or back with a direction of -1: the next one between two steps. */
  next(position, direction) {
    const step = this.stepAt(position);
    if (direction > 0) return this.ends[Math.min(this.ends.length - 1, position === this.ends[step + 1] ? step + 2 : step + 1)];
    return this.ends[Math.max(0, step)];
  }

  /** Wind to a position: {changes, marks}, the changes of the board and the marks of the plan that change. */
  seek(to) {
    const target = Math.max(0, Math.min(this.length, to));
    const spots = new Map();
    const marks = new Set();
    const tick = (entry, by) => {
      if (!this.plan.length) return;
      this.left[this.plan[entry]] += by;
      marks.add(this.plan[entry]);
    };
    for (; this.position < target; this.position += 1) {
      record(spots, this.changes[this.position]);
      tick(this.position, -1);
    }
    while (this.position > target) {
      this.position -= 1;
      record(spots, this.undo[this.position]);
      tick(this.position, 1);
    }
    return { changes: [...spots].flatMap(([sprite, spot]) => [sprite, ...spot]), marks: [...marks] };
  }
}

function record(spots, changes) {
  for (let i = 0; i < changes.length; i += 4) spots.set(changes[i], changes.slice(i + 1, i + 4));
}

/** The changes that take others back. */
function earlier(spots, changes) {
  const before = [];
  for (let i = 0; i < changes.length; i += 4) before.push(changes[i], ...(spots.get(changes[i]) ?? [0, 0, -1]));
  return before;
}
