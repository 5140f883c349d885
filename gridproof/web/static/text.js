// The pane with the level's text: what is wrong with it is shown at its line.

import { by } from "./api.js";

const PAUSE = 250; // milliseconds after the last key
const MOST_LINES = 5000; // with numbers

export class TextPane {
  /** `typed(text, puzzle)` is called when somebody has changed the text. */
  constructor(typed) {
    this.typed = typed;
    this.fault = null;
    const area = by("text");
    area.addEventListener("input", () => {
      this.number();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.tell(), PAUSE);
    });
    area.addEventListener("scroll", () => { by("gutter").scrollTop = area.scrollTop; });
    by("puzzle").addEventListener("change", () => this.tell());
    by("pick").addEventListener("change", () => this.tell(Number(by("pick").value)));
    area.addEventListener("dragover", (event) => event.preventDefault());
    area.addEventListener("drop", (event) => this.drop(event));
  }

  tell(pick = 0) {
    clearTimeout(this.timer);
    if (by("text").value.trim()) this.typed(by("text").value, by("puzzle").value || null, pick);
    else this.wrong({ message: "no text yet: type or paste a level, or drop a file here", line: null });
  }

  async drop(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    by("text").value = await file.text();
    this.number();
    this.tell();
  }

  /** Show a text that is the page's own; the reader's own stays as it was typed. */
  set(text, puzzle) {
    clearTimeout(this.timer);
    if (by("text").value !== text) by("text").value = text;
    if (puzzle !== undefined) by("puzzle").value = puzzle;
    this.number();
  }

  /** The levels of a text with several, to choose from. */
  titles(titles, pick) {
    by("pick-label").hidden = titles.length < 2;
    by("pick").replaceChildren(
      ...titles.map((title, index) => new Option(`${index + 1}. ${title ?? ""}`, index, false, index === pick)),
    );
  }

  /** Show what is wrong, or that nothing is. */
  wrong(error) {
    this.fault = error;
    const fault = by("fault");
    fault.hidden = !error;
    if (error) {
      const places = [error.line && `line ${error.line}`, error.line && error.column && `column ${error.column}`];
      const place = places.filter(Boolean).join(", ");
      fault.textContent = place ? `${place}: ${error.message}` : error.message;
      by("text-details").open = true;
    }
    by("text").setAttribute("aria-invalid", String(Boolean(error)));
    this.number();
    if (error?.line) this.reveal(error.line);
  }

  number() {
    const lines = Math.min(MOST_LINES, by("text").value.split("\n").length);
    const gutter = by("gutter");
    if (gutter.children.length !== lines) {
      gutter.replaceChildren(
        ...Array.from({ length: lines }, (_, index) => {
          const number = document.createElement("span");
          number.textContent = String(index + 1);
          return number;
        }),
      );
    }
    gutter.querySelector(".bad")?.classList.remove("bad");
    if (this.fault?.line) gutter.children[this.fault.line - 1]?.classList.add("bad");
    gutter.scrollTop = by("text").scrollTop;
  }

  /** Scroll to a line, unless it is in view. */
  reveal(line) {
    const area = by("text");
    const height = area.scrollHeight / Math.max(1, area.value.split("\n").length);
    const top = (line - 1) * height;
    if (top < area.scrollTop || top > area.scrollTop + area.clientHeight - height) area.scrollTop = top - height;
  }
}
