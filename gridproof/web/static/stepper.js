// Buttons and sliders that step a board through a solution. Keys: arrows, Home, End, space.

import { Reel } from "./reel.js";

const ICONS = {
  first: "M6 5v14M19 5L9 12l10 7z",
  back: "M17 5L7 12l10 7z",
  play: "M7 4.5v15L20 12z",
  pause: "M7 5h4v14H7zM14 5h4v14h-4z",
  forward: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};
const LABELS = { first: "To the start", back: "One step back", play: "Play", forward: "One step on", last: "To the end" };
const LONGEST_LIST = 3000; // steps that are listed one by one

export class Stepper {
  /** Fills `root`. `list` is an element for the steps in words; `single` begins with single entries as steps. */
  constructor(root, board, play, { list = null, single = false, onmove = () => {} } = {}) {
    this.board = board;
    this.reel = new Reel(play);
    this.onmove = onmove;
    this.timer = null; // of the step that is being shown
    this.playing = false;
    this.build(root, single);
    if (list) this.fill(list);
    this.seek(0, false);
  }

  build(root, single) {
    const button = (name, act) => {
      const made = element("button", { type: "button", class: `step-${name}`, "aria-label": LABELS[name], title: LABELS[name] });
      made.innerHTML = icon(name);
      made.addEventListener("click", act);
      return made;
    };
    this.playButton = button("play", () => this.toggle());
    const buttons = element("div", { class: "step-buttons", role: "group", "aria-label": "Steps" });
    buttons.append(
      button("first", () => this.home()),
      button("back", () => this.step(-1)),
      this.playButton,
      button("forward", () => this.step(1)),
      button("last", () => this.end()),
    );
    this.slider = element("input", { type: "range", min: 0, max: this.reel.length, step: 1, "aria-label": "Position", class: "step-position" });
    this.slider.addEventListener("input", () => { this.pause(); this.seek(Number(this.slider.value), false); });
    this.speed = element("input", { type: "range", min: 0, max: 10, step: 1, value: 4, class: "step-speed" });
    const speed = element("label", { class: "step-option" }, "Speed");
    speed.append(this.speed);
    this.output = element("output", { class: "step-text", "aria-live": "polite" });
    const options = element("div", { class: "step-options" });
    options.append(speed);
    if (this.reel.length > this.reel.texts.length) {
      const label = element("label", { class: "step-option" });
      this.single = element("input", { type: "checkbox" });
      this.single.checked = single;
      this.single.addEventListener("change", () => this.tell());
      label.append(this.single, " single steps");
      options.append(label);
    }
    root.replaceChildren(this.output, this.slider, buttons, options);
  }

  fill(list) {
    if (this.reel.texts.length > LONGEST_LIST) {
      list.parentElement.textContent = "Too many steps for a list.";
      return;
    }
    const items = this.reel.texts.map((text, number) => {
      const item = element("li");
      const button = element("button", { type: "button" }, text);
      button.addEventListener("click", () => { this.pause(); this.seek(this.reel.ends[number + 1], false); });
      item.append(button);
      return item;
    });
    list.replaceChildren(...items);
    this.list = list;
  }

  /** One step on or back; a step that is still being shown is finished first. */
  step(direction) {
    this.pause();
    this.run(direction);
  }

  run(direction, done = () => {}) {
    if (this.goal !== undefined) this.seek(this.goal, false);
    const { reel } = this;
    this.goal = this.single?.checked ? reel.position + direction : reel.next(reel.position, direction);
    const goal = Math.max(0, Math.min(reel.length, this.goal));
    const many = Math.abs(goal - reel.position);
    const pace = many > 1 ? Math.min(150, this.delay() / many) : 0;
    const onward = () => {
      this.seek(pace < 8 ? goal : reel.position + direction, true, goal);
      if (reel.position === goal) {
        this.goal = undefined;
        done();
      } else {
        this.timer = setTimeout(onward, pace);
      }
    };
    if (many) onward();
    else this.goal = undefined;
  }

  delay() {
    return 1600 * 0.66 ** Number(this.speed.value); // milliseconds a step: 1600 down to 25
  }

  toggle() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.reel.position === this.reel.length) this.seek(0, false);
    this.playing = true;
    this.face();
    const onward = () => this.run(1, () => {
      if (this.reel.position === this.reel.length) this.pause();
      else this.timer = setTimeout(onward, this.delay());
    });
    onward();
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
    if (this.goal !== undefined) this.seek(this.goal, false);
    this.face();
  }

  face() {
    this.playButton.innerHTML = icon(this.playing ? "pause" : "play");
    this.playButton.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.playButton.title = this.playing ? "Pause" : "Play";
  }

  home() {
    this.pause();
    this.seek(0, false);
  }

  end() {
    this.pause();
    this.seek(this.reel.length, false);
  }

  /** Show a position at once. `goal` is where a step that is being shown ends. */
  seek(position, animate, goal) {
    const { changes, marks } = this.reel.seek(position);
    this.board.apply(changes, animate);
    for (const mark of marks) this.board.planned(mark, this.reel.left[mark]);
    if (goal === undefined) this.goal = undefined;
    this.slider.value = this.reel.position;
    this.tell();
    this.onmove(this.reel.position);
  }

  tell() {
    const { reel } = this;
    const step = reel.stepAt(reel.position);
    const single = this.single?.checked;
    const count = single ? `${reel.position} of ${reel.length}` : `${step + 1} of ${reel.texts.length}`;
    const text = step < 0 ? "start" : reel.texts[step];
    this.output.replaceChildren(element("b", {}, count), element("span", {}, text));
    this.slider.setAttribute("aria-valuetext", `${count}: ${text}`);
    if (this.list) {
      this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      const item = this.list.children[step];
      if (item) {
        item.setAttribute("aria-current", "step");
        const view = this.list.parentElement;
        view.scrollTop = item.offsetTop - view.clientHeight / 2; // of the list alone, never of the page
      } else {
        this.list.parentElement.scrollTop = 0;
      }
    }
  }

  /** Act on a key; true when it meant something. Keys in fields that use them themselves are left alone. */
  key(event) {
    const field = event.target instanceof Element ? event.target : document.body;
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (field.closest("textarea, select, input:not([type=checkbox])")) return false;
    const acts = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      Home: () => this.home(),
      End: () => this.end(),
      " ": () => this.toggle(),
    };
    if (!(event.key in acts) || (event.key === " " && field.closest("button, summary, a, input"))) return false;
    event.preventDefault();
    acts[event.key]();
    return true;
  }
}

function icon(name) {
  return `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

function element(name, attributes = {}, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}
