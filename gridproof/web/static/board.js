// A drawn board: puts sprites where a frame says, finds squares under the pointer, shows layers of marks.
//
// `play` is the JSON of gridproof/web/playback.py. Changes are flat lists [sprite, row, column, look, …] of indices
// into play.sprites and play.looks; a look of -1 takes the sprite off the board.

export const UNIT = 40; // of the drawing, per square
const SVG = "http://www.w3.org/2000/svg";

export class Board {
  /** A board that is drawn on, and never played, has no `play`. */
  constructor(svg, play = null) {
    this.svg = svg;
    this.places = JSON.parse(svg.dataset.places ?? "[]"); // [row, column, address…] where the two differ
    this.hexagons = svg.classList.contains("hex");
    this.spots = new Map(); // [row, column, look] of each sprite
    if (!play) return;
    this.looks = play.looks;
    const groups = new Map([...svg.querySelectorAll("[data-sprite]")].map((group) => [group.dataset.sprite, group]));
    this.groups = play.sprites.map((name) => groups.get(name));
    this.classes = this.groups.map((group) => {
      const fixed = [...group.classList].filter((name) => name !== "gone" && !this.looks.includes(name));
      return fixed.join(" ");
    });
    this.apply(play.start, false);
  }

  /** Show some changes, with a short transition unless `animate` is false. */
  apply(changes, animate = true) {
    this.svg.classList.toggle("moving", animate);
    for (let i = 0; i < changes.length; i += 4) {
      const [sprite, row, column, look] = changes.slice(i, i + 4);
      const group = this.groups[sprite];
      this.spots.set(sprite, [row, column, look]);
      const gone = look < 0;
      if (!gone) group.style.transform = `translate(${column * UNIT}px, ${row * UNIT}px)`;
      const name = gone ? "gone" : this.looks[look];
      group.setAttribute("class", `${this.classes[sprite]} ${name}`);
    }
  }

  /** The address [row, column] of the square under a pointer event. */
  addressAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return this.addressNear(point.y / UNIT, point.x / UNIT);
  }

  /** The address of the square that a point lies in, in unit squares; null outside of a hexagonal board. */
  addressNear(row, column) {
    for (const [top, left, ...address] of this.places) {
      const down = row - top - 0.5;
      const right = column - left - 0.5;
      const inside = this.hexagons ? Math.hypot(down, right) <= 0.52 : Math.max(Math.abs(down), Math.abs(right)) <= 0.5;
      if (inside) return address;
    }
    return this.hexagons ? null : [Math.floor(row), Math.floor(column)];
  }

  /** Whether there is a square of this address on the board. */
  has([row, column]) {
    if (this.places.some(([, , r, c]) => r === row && c === column)) return true;
    const { width, height } = this.svg.viewBox.baseVal;
    const inside = row >= 0 && column >= 0 && row < Math.floor(height / UNIT) && column < Math.floor(width / UNIT);
    return !this.hexagons && inside;
  }

  /** Put other pieces in place of some; `sections` is the server's: {section: {piece: markup, or null when gone}}. */
  patch(sections) {
    for (const [section, pieces] of Object.entries(sections)) {
      const group = this.svg.querySelector(`[data-section="${section}"]`);
      this.pieces ??= new Map();
      if (!this.pieces.has(section)) {
        this.pieces.set(section, new Map([...group.children].map((piece) => [piece.dataset.piece, piece])));
      }
      const known = this.pieces.get(section);
      for (const [name, markup] of Object.entries(pieces)) {
        const old = known.get(name);
        known.delete(name);
        if (markup) {
          const holder = document.createElementNS(SVG, "g");
          holder.innerHTML = markup;
          const piece = holder.firstElementChild;
          if (old) old.replaceWith(piece);
          else group.append(piece);
          known.set(name, piece);
        } else old?.remove();
      }
    }
  }

  /** Where the square of an address is drawn: [row, column] of its top left corner in unit squares. */
  placeOf(address) {
    const found = this.places.find(([, , row, column]) => row === address[0] && column === address[1]);
    return found ? found.slice(0, 2) : address;
  }

  /** Every square: {address, row, column}, with its place in unit squares. */
  squares() {
    const odd = this.places.map(([row, column, ...address]) => ({ address, row, column }));
    if (this.hexagons) return odd;
    const { width, height } = this.svg.viewBox.baseVal;
    const rows = Math.floor(height / UNIT);
    const columns = Math.floor(width / UNIT);
    const plain = Array.from({ length: rows * columns }, (_, index) => {
      const [row, column] = [Math.floor(index / columns), index % columns];
      return { address: [row, column], row, column };
    });
    return [...plain, ...odd];
  }

  /** The number of the sprite that lies over a square, -1 for none. `cells` are the unit squares of each sprite. */
  spriteAt(address, cells) {
    const [row, column] = this.placeOf(address);
    for (const [sprite, [top, left, look]] of this.spots) {
      const over = ([r, c]) => Math.abs(top + r - row) < 0.1 && Math.abs(left + c - column) < 0.1;
      if (look >= 0 && cells[sprite].some(over)) return sprite;
    }
    return -1;
  }

  /** A ring around one square, or around none; `kind` tells rings apart ("cursor", "selected"). */
  ring(kind, address) {
    let ring = this.svg.querySelector(`.ring-${kind}`);
    if (!address) {
      ring?.remove();
      return;
    }
    if (!ring) {
      ring = document.createElementNS(SVG, "rect");
      for (const [key, value] of Object.entries({ class: `ring-${kind}`, x: 1, y: 1, width: 38, height: 38, rx: 6 })) {
        ring.setAttribute(key, value);
      }
      this.svg.append(ring);
    }
    const [row, column] = this.placeOf(address);
    ring.setAttribute("transform", `translate(${column * UNIT} ${row * UNIT})`);
  }

  /** Put a layer of marks, drawn by the server, in place of the one of that name; an empty text takes it away. */
  put(name, marks) {
    this.svg.querySelector(`[data-put="${name}"]`)?.remove();
    if (!marks) return;
    const group = document.createElementNS(SVG, "g");
    group.dataset.put = name;
    group.innerHTML = marks;
    this.svg.append(group);
  }

  /** Show or hide a layer of marks. */
  layer(name, shown) {
    const group = [...this.svg.querySelectorAll("[data-layer]")].find((one) => one.dataset.layer === name);
    if (group) group.style.display = shown ? "" : "none";
  }

  /** A mark of the layer "plan" that is to be ticked off `left` times more. */
  planned(number, left) {
    this.plan ??= this.svg.querySelectorAll('[data-layer="plan"] > .mark');
    const mark = this.plan[number];
    if (!mark) return;
    mark.setAttribute("class", `mark ${left ? "press" : "pressed"}${left > 1 ? " counted" : ""}`);
    mark.querySelector("text").textContent = left > 1 ? String(left) : "";
  }
}
