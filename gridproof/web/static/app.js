// The page: one level at a time, played, edited, solved; see the modules for how.

import { Answer, load } from "./answer.js";
import { Problem, by, get, make, post } from "./api.js";
import { Board } from "./board.js";
import { Edit } from "./edit.js";
import { Play } from "./play.js";
import { Pointer } from "./pointer.js";
import { Shelf } from "./shelf.js";
import { Solve } from "./solve.js";
import { TextPane } from "./text.js";
import { themeButton } from "./theme.js";

const LONGEST_LINK = 8000; // characters
const stage = by("stage");
const legend = document.querySelector(".legend");
const modes = [...document.querySelectorAll("[data-mode]")];

let puzzles = new Map(); // what the server says of each, by name
let level = null; // the server's, with an `error` when nobody can play it
let play = null;
let answer = null;
let draft = null; // the board of the editor, once it is needed
let stale = false; // the level has been edited since its board was told: to be played it is asked for once more
let mode = "play";
let request = 0; // the last one for a level; answers to earlier ones come too late

// --- levels ----------------------------------------------------------------------------------------------------

/** Ask for a level, and show it; `how` is passed on to `open`. */
async function fetchLevel(asked, how) {
  const mine = ++request;
  try {
    const found = await asked;
    if (mine === request) open(found, how);
  } catch (error) {
    if (mine === request) open(null, { ...how, error });
  }
}

const openBundled = (name) => {
  if (document.activeElement?.closest("nav")) stage.focus({ preventScroll: true }); // its keys move from now on
  return fetchLevel(get(`/api/level?name=${encodeURIComponent(name)}`), { name });
};

const openText = (text, puzzle, { pick = 0, unsure = false } = {}) =>
  fetchLevel(post("/api/read", { text, puzzle, pick, unsure }), { typed: true, pick });

/** Show a level, or why there is none. `typed`: its text is the reader's own; `edited`: the editor's. */
function open(found, { name = null, typed = false, edited = false, pick = 0, error = null } = {}) {
  play?.finish();
  answer?.face(false);
  level = found;
  stale = false;
  answer = null;
  by("answer").hidden = true;
  legend.hidden = true;
  shelf.mark(name);
  if (name && hash().get("level") !== name) history.pushState(null, "", `#${new URLSearchParams({ level: name })}`);
  if (!name && location.hash) history.replaceState(null, "", location.pathname);
  describe(name);
  const fault = error ?? (level?.error ? new Problem(level.error) : null);
  if (level && typed) text.found(level.puzzle);
  else if (level) text.set(level.text, level.puzzle);
  text.titles(typed && level ? level.titles : [], pick);
  text.wrong(fault);
  const playable = level && !level.error;
  play = playable ? newPlay() : null;
  draft = null;
  if (level) {
    solve.use(level, puzzles.get(level.puzzle).engines);
    edit.use(level, !edited);
  } else {
    solve.drop();
    by("start").disabled = true;
  }
  show(edited || (level && !playable) ? "edit" : "play", edited);
}

/** Title, puzzle, size and rules of the level. */
function describe(name) {
  const title = level ? (level.title ?? "Untitled") : "No level yet";
  by("title").textContent = title;
  document.title = `${title} – gridproof`;
  by("kind").textContent = [level?.puzzle, level?.size, name].filter(Boolean).join(" · ");
  by("notes").replaceChildren(...(level?.notes ?? []).map((note) => make("li", {}, note)));
}

/** The editor has changed the level: all of it is told, or the pieces of its board that differ. */
function retouch(told) {
  request += 1;
  if (!told.pieces) {
    open(told, { edited: true });
    return;
  }
  answer?.face(false);
  answer = play = null;
  by("answer").hidden = true;
  level = { ...level, ...told, brushes: told.brushes ?? level.brushes };
  stale = true;
  draft.patch(told.pieces);
  shelf.mark(null);
  if (location.hash) history.replaceState(null, "", location.pathname);
  describe(null);
  text.set(level.text, level.puzzle);
  text.titles([], 0);
  text.wrong(level.error ? new Problem(level.error) : null);
  solve.use(level, puzzles.get(level.puzzle).engines);
  edit.use(level, false);
  show("edit", true);
}

/** The board of an edited level, to be played: nothing else changes, and what runs for it goes on. */
async function freshen() {
  const mine = ++request;
  try {
    const found = await post("/api/read", { text: level.text, puzzle: level.puzzle });
    if (mine !== request) return;
    Object.assign(level, found);
    stale = false;
    play = newPlay();
    show("play");
  } catch (error) {
    failed(error);
  }
}

const newPlay = () =>
  new Play(level, drawn(level.svg), { reaches: puzzles.get(level.puzzle).reach, said: tell, failed });

/** A board out of the server's markup. */
function drawn(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  return holder.content.firstElementChild;
}

// --- modes -----------------------------------------------------------------------------------------------------

function show(wanted, keep = false) {
  if (wanted === "play" && stale) {
    freshen();
    return;
  }
  mode = wanted;
  if (mode === "edit" && level) draft ??= new Board(drawn(level.svg));
  const board = { play: play?.board, solution: answer?.board, edit: draft }[mode];
  for (const button of modes) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  modes.find(({ dataset }) => dataset.mode === "play").disabled = !level || Boolean(level.error);
  modes.find(({ dataset }) => dataset.mode === "edit").disabled = !level;
  modes.find(({ dataset }) => dataset.mode === "solution").disabled = !answer?.board;
  if (stage.firstElementChild !== board?.svg) stage.replaceChildren(...(board ? [board.svg] : []));
  stage.dataset.mode = mode;
  pointer.use(board ?? null, keep);
  pointer.silent = mode === "solution";
  const editing = mode === "edit" && Boolean(level);
  by("game").hidden = mode === "play" ? !play : !editing;
  by("restart").hidden = by("score").hidden = editing;
  by("brushes").hidden = !editing;
  for (const edge of document.querySelectorAll("[data-edge]")) edge.hidden = !editing;
  answer?.face(mode === "solution");
  legend.hidden = mode !== "solution" || !answer?.proofs?.shown;
  const [words = "", keys = ""] = hint();
  by("hint").replaceChildren(words, " ", make("span", { class: "keys" }, keys));
  tell();
}

/** Show what can be taken back, and the score of a game. */
function tell() {
  if (mode === "edit") {
    by("undo").disabled = !edit.canUndo;
    by("redo").disabled = !edit.canRedo;
  } else if (mode === "play") play?.tell();
}

/** What can be done on the board, and with which keys. */
function hint() {
  if (!level) return [];
  if (mode === "solution") {
    return answer.stepper ? ["A click or tap goes one step on.", "Keys: ← → one step, Home and End, space plays."] : [];
  }
  if (mode === "edit") {
    const keys = "Keys: arrows and Enter; numbers choose a brush; U takes back.";
    return ["Choose a brush, then click, tap or drag to paint; + and − at the edges add and remove rows and columns.", keys];
  }
  const back = "U takes back, R restarts.";
  return [
    level.hint,
    level.keys ? `Keys: arrows move, ${back}` : `Keys: arrows choose a square, Enter takes it, Escape lets go, ${back}`,
  ];
}

function failed(error) {
  solve.trouble(error);
}

// --- parts -----------------------------------------------------------------------------------------------------

const text = new TextPane(openText);
const edit = new Edit({ changed: retouch, failed });
const pointer = new Pointer(stage, {
  tap: (cell) => {
    if (mode === "play") play.tap(cell);
    else if (mode === "edit") edit.up();
    else answer.stepper?.step(1);
  },
  drag: (from, to) => {
    if (mode === "play") play.drag(from, to);
    else edit.up();
  },
  over: (cell) => { if (mode === "edit" && draft.has(cell)) edit.over(cell); },
  arrow: (name) => mode === "play" && play.arrow(name),
  escape: () => { if (mode === "play") play.select(null); },
});
const solve = new Solve({
  level: () => level,
  done: async (job) => {
    const asked = level;
    try {
      const view = await load(job);
      if (level !== asked) return;
      answer = new Answer(job, view, view.svg && drawn(view.svg), legend);
      show(answer.board ? "solution" : mode);
      if (document.activeElement === by("start")) stage.focus({ preventScroll: true }); // its keys step
    } catch (error) {
      failed(error);
    }
  },
});
let shelf = null;

for (const button of modes) button.addEventListener("click", () => show(button.dataset.mode));
by("undo").addEventListener("click", () => (mode === "edit" ? edit : play).undo());
by("redo").addEventListener("click", () => (mode === "edit" ? edit : play).redo());
by("restart").addEventListener("click", () => play.restart());
by("verify").addEventListener("click", () => answer.verify());
by("take-over").addEventListener("click", async () => {
  const { puzzle, text: levelText } = level;
  const entries = answer.played;
  try {
    const turn = await post("/api/replay", { puzzle, text: levelText, entries });
    if (stale) await freshen();
    show("play");
    if (entries.length) play.takeOver(turn);
    else play.restart();
    play.tell();
  } catch (error) {
    failed(error);
  }
});
by("own").addEventListener("click", () => {
  shelf.open(false);
  text.set("", "");
  by("text-details").open = true;
  request += 1;
  open(null, { typed: true, error: new Problem({ reason: "no text yet: type or paste a level, or drop a file here" }) });
  by("text").focus();
});
by("link").addEventListener("click", async () => {
  const name = hash().get("level");
  if (!name && level) {
    const link = `#${new URLSearchParams({ puzzle: level.puzzle, text: level.text })}`;
    if (link.length > LONGEST_LINK) {
      failed(new Problem({ reason: "this level is too large for a link: save its text instead" }));
      return;
    }
    history.replaceState(null, "", link);
  }
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  by("link").textContent = "It is in the address bar, too";
  setTimeout(() => { by("link").textContent = "Copy a link to this level"; }, 3000);
});

document.addEventListener("keydown", (event) => {
  const field = event.target.closest("textarea, input, select");
  if (field || event.defaultPrevented) return;
  const key = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  if (mode === "solution" && answer?.stepper?.key(event)) return;
  const game = mode === "edit" && level ? edit : mode === "play" ? play : null;
  if (game) {
    if (key === "u" && !command) game.undo();
    else if (key === "z" && command) (event.shiftKey ? game.redo() : game.undo());
    else if (key === "y" && command) game.redo();
    else if (mode === "edit") {
      if (!level.brushes[Number(key) - 1] || command) return;
      edit.choose(level.brushes[Number(key) - 1].name);
    } else if (key === "r" && !command) play.restart();
    else if (key.startsWith("arrow") && document.activeElement === document.body) pointer.key(event);
    else return;
    event.preventDefault();
  }
});

// --- the address -------------------------------------------------------------------------------------------------

function hash() {
  return new URLSearchParams(location.hash.slice(1));
}

function openAddress(first) {
  const wanted = hash();
  if (wanted.has("text")) {
    text.set(wanted.get("text"), wanted.get("puzzle") ?? "");
    by("text-details").open = true;
    openText(wanted.get("text"), wanted.get("puzzle"));
  } else if (wanted.get("level") || first) {
    openBundled(wanted.get("level") ?? first);
  }
}

themeButton(document.querySelector(".theme"));
try {
  const told = await get("/api/levels");
  puzzles = new Map(told.puzzles.map((puzzle) => [puzzle.name, puzzle]));
  by("puzzle").append(...told.puzzles.map(({ name }) => new Option(name, name)));
  shelf = new Shelf(told.collections, openBundled);
  window.addEventListener("popstate", () => openAddress(null));
  openAddress(told.collections[0].levels[0].name);
} catch (error) {
  failed(error);
}
