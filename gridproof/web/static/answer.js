// The answer of a job: its verdict, the steps and the proofs on a board of its own, and what to do with it.

import { by, get, make, post } from "./api.js";
import { Board } from "./board.js";
import { Proofs } from "./proofs.js";
import { Stepper } from "./stepper.js";

export class Answer {
  /** `view` is the server's; `svg` its board, or null where there is nothing to show. */
  constructor(job, view, svg, legend) {
    this.job = job;
    this.view = view;
    this.stepper = null;
    this.board = svg ? new Board(svg, view.play) : null;
    by("answer").hidden = false;
    by("verdict").innerHTML = view.verdict;
    if (view.fault) by("verdict").append(make("p", { class: "soft" }, view.fault));
    by("proofs").innerHTML = view.proofs;
    by("engines").innerHTML = view.engines;
    by("checked").replaceChildren();
    by("save-json").href = `/api/jobs/${job}/answer.json`;
    by("save-page").href = `/api/jobs/${job}/page.html`;
    by("save-page").hidden = Boolean(view.fault);
    by("verify").disabled = false;
    by("steps").hidden = by("stepper").hidden = true;
    if (!this.board) return;
    this.proofs = new Proofs(by("proofs"), legend, this.board, () => this.stepper?.home());
    if (view.play.steps.length) {
      this.stepper = new Stepper(by("stepper"), this.board, view.play, {
        list: by("steps").querySelector("ol"),
        single: view.single,
        onmove: (position) => this.proofs.at(position),
      });
    } else if (this.proofs.shows.length) {
      this.proofs.show(this.proofs.shows[0]);
    }
  }

  /** Show or hide what steps through the solution. */
  face(shown) {
    const steps = shown && Boolean(this.stepper);
    by("stepper").hidden = by("steps").hidden = by("take-over").hidden = !steps;
    if (!shown) this.stepper?.pause();
  }

  /** The entries up to the position that is shown. */
  get played() {
    return this.view.entries.slice(0, this.stepper.reel.position);
  }

  async verify() {
    by("verify").disabled = true;
    by("checked").textContent = "Checking by the rules alone …";
    try {
      const { job } = await post(`/api/jobs/${this.job}/verify`, {});
      const outcome = await ended(job);
      if (outcome.kind !== "verdict") throw new Error(`not checked: ${outcome.reason}`);
      this.told(outcome);
    } catch (error) {
      by("checked").textContent = error.message;
    }
    by("verify").disabled = false;
  }

  told({ ok, problems, checked, trusted }) {
    const lines = [["wrong", problems], ["checked", checked], ["trusted", trusted]];
    by("checked").replaceChildren(
      make("p", { class: ok ? "holds" : "fails" }, ok ? "✓ The answer holds." : "✗ The answer does NOT hold."),
      make("ul", {}, ...lines.flatMap(([label, all]) => all.map((line) => make("li", {}, `${label}: ${line}`)))),
    );
  }
}

/** Load what a job found. */
export const load = (job) => get(`/api/jobs/${job}/view`);

/** The outcome of a job, when it has ended. */
function ended(job) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(`/api/jobs/${job}/events`);
    source.addEventListener("done", (event) => {
      source.close();
      resolve(JSON.parse(event.data));
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) reject(new Error("the server has forgotten this job"));
    };
  });
}
