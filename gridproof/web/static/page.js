// The page of one answer: its board, its stepper, and the proofs that can be shown on the board.

import { Board } from "./board.js";
import { Proofs } from "./proofs.js";
import { Stepper } from "./stepper.js";
import { themeButton } from "./theme.js";

const data = JSON.parse(document.getElementById("data").textContent);
const board = new Board(document.querySelector(".board"), data.play);
themeButton(document.querySelector(".theme"));

let stepper = null;
const proofs = new Proofs(document, document.querySelector(".legend"), board, () => stepper?.home());
if (data.play.steps.length) {
  stepper = new Stepper(document.querySelector(".stepper"), board, data.play, {
    list: document.querySelector(".step-list ol"),
    single: data.single,
    onmove: (position) => proofs.at(position),
  });
  document.addEventListener("keydown", (event) => stepper.key(event));
}
if (!stepper && proofs.shows.length) proofs.show(proofs.shows[0]);

for (const button of document.querySelectorAll("[data-copies]")) {
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copies);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(source); // then Ctrl-C does it
      button.textContent = "Selected: press Ctrl-C";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}
