// Asking for a solution: the form, the progress of the job, and its end.

import { Problem, by, make, post } from "./api.js";

const QUIET = 1500; // milliseconds between two sentences for those who listen

export class Solve {
  /** `level()` is the level to solve, null when there is none; `done(job)` is called when there is an answer. */
  constructor({ level, done }) {
    this.level = level;
    this.done = done;
    this.job = null;
    this.source = null;
    this.spoken = 0;
    by("solve").addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    by("cancel").addEventListener("click", () => this.cancel());
  }

  /** Another level: its metrics and engines; what ran for the last one is stopped. */
  use(level, engines) {
    this.drop();
    const kept = by("minimise").value;
    by("minimise").replaceChildren(...level.metrics.map((metric) => new Option(metric, metric)));
    if (level.metrics.includes(kept)) by("minimise").value = kept;
    const engine = by("engine").value;
    by("engine").replaceChildren(
      new Option("chosen by the puzzle", ""),
      ...engines.map(({ name, proves }) => new Option(`${name}: ${proves}`, name)),
    );
    by("engine").value = engines.some(({ name }) => name === engine) ? engine : "";
    by("start").disabled = Boolean(level.error);
    this.trouble(null);
    by("progress").hidden = true;
  }

  async begin() {
    const level = this.level();
    if (!level || level.error) return;
    this.drop();
    this.trouble(null);
    const wrong = ["max-cost", "seconds"].map(by).find((field) => !field.checkValidity());
    if (wrong) {
      wrong.closest("details").open = true;
      wrong.focus();
      this.trouble(new Problem({ reason: `${wrong.labels[0].textContent.trim()}: ${wrong.validationMessage}` }));
      return;
    }
    const number = (id) => (by(id).value === "" ? null : Number(by(id).value));
    try {
      const { job } = await post("/api/solve", {
        puzzle: level.puzzle,
        text: level.text,
        minimise: by("minimise").value,
        any: by("any").checked,
        max_cost: number("max-cost"),
        time_limit: number("seconds"),
        engine: by("engine").value || null,
      });
      if (this.level() === level) this.follow(job);
      else await post(`/api/jobs/${job}/cancel`, {});
    } catch (error) {
      this.trouble(error);
    }
  }

  follow(job) {
    this.job = job;
    this.face(true);
    by("progress").hidden = false;
    this.spoken = 0;
    this.show({ lower_bound: 0, cost: null, engines: [], seconds: 0 });
    this.source = new EventSource(`/api/jobs/${job}/events`);
    this.source.addEventListener("state", (event) => this.show(JSON.parse(event.data)));
    this.source.addEventListener("done", (event) => this.end(JSON.parse(event.data)));
    this.source.onerror = () => {
      if (this.source?.readyState === EventSource.CLOSED) {
        this.close();
        this.trouble(new Problem({ reason: "the server has forgotten this job" }));
      }
    };
  }

  show(state) {
    this.state = state;
    by("lower").textContent = number(state.lower_bound ?? "?");
    by("best").textContent = state.cost === null ? "none" : number(state.cost);
    by("gap").value = state.cost ? Math.min(1, (state.lower_bound ?? 0) / state.cost) : 0;
    by("running").replaceChildren(
      ...state.engines.map(({ name, nodes, from, to }) =>
        make(
          "tr",
          {},
          make("td", {}, name),
          make("td", {}, `${(to - from).toFixed(1)} s`),
          make("td", {}, nodes ? `${number(nodes)} nodes` : ""),
        ),
      ),
    );
    clearTimeout(this.later);
    const speak = () => {
      this.spoken = performance.now();
      by("live").textContent = sentence(state);
    };
    const wait = this.spoken + QUIET - performance.now();
    if (state.stopping || wait <= 0) speak();
    else this.later = setTimeout(speak, wait); // the next change may be long in coming
  }

  end(outcome) {
    const { job } = this;
    this.close();
    if (outcome.kind === "answer") {
      by("live").textContent = "";
      by("progress").hidden = true;
      this.done(job);
      return;
    }
    const { lower_bound: lower, cost } = this.state;
    const known = outcome.kind === "cut" ? `; at least ${lower ?? 0} proven, best ${cost ?? "none"}` : "";
    this.trouble(new Problem({ reason: `${outcome.reason}${known}` }));
    by("progress").hidden = true;
  }

  async cancel() {
    if (!this.job) return;
    by("cancel").disabled = true;
    try {
      this.show(await post(`/api/jobs/${this.job}/cancel`, {}));
    } catch (error) {
      this.trouble(error);
    }
  }

  /** Nobody waits for the running job any more. */
  drop() {
    if (!this.job) return;
    post(`/api/jobs/${this.job}/cancel`, {}).catch(() => {});
    this.close();
    by("progress").hidden = true;
  }

  close() {
    clearTimeout(this.later);
    this.source?.close();
    this.source = null;
    this.job = null;
    this.face(false);
  }

  face(running) {
    const held = document.activeElement === by(running ? "start" : "cancel");
    by("start").hidden = running;
    by("cancel").hidden = !running;
    by("cancel").disabled = false;
    if (held) by(running ? "cancel" : "start").focus(); // what was pressed is gone
  }

  trouble(error) {
    by("trouble").hidden = !error;
    by("trouble").textContent = error?.message ?? "";
  }
}

function sentence({ stopping, note, engines, seconds, lower_bound: lower, cost }) {
  if (stopping) return "Stopping …";
  const last = engines.at(-1);
  if (note || !last) return note ?? "Starting …";
  const best = cost === null ? "no solution yet" : `best so far ${number(cost)}`;
  return `${last.name}, ${Math.round(seconds)} s: at least ${number(lower ?? 0)}, ${best}`;
}

const number = (value) => value.toLocaleString("en");
