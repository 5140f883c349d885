"""One self-contained page of an answer: board, steps, proofs, engines, the level's text. It asks for nothing outside.

Everything that comes from a level or an answer is text that anybody may have written: `escape` for HTML, and JSON
in a script element with its `<` written as an escape.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.answer import Answer, Certificate
from gridproof.errors import MALFORMED, AnswerError, UsageError
from gridproof.levels.base import Level, Stage
from gridproof.playing import Film
from gridproof.registry import puzzle as find_puzzle
from gridproof.report import argument, verdict_sentence
from gridproof.scene import Evidence, Scene
from gridproof.web.playback import plan_marks, playback
from gridproof.web.shapes import escape
from gridproof.web.svg import Layer, board, picture, static

STYLES = ("tokens.css", "board.css", "style.css", "page.css")
MODULES = (
    "reel.js",
    "board.js",
    "stepper.js",
    "proofs.js",
    "theme.js",
    "page.js",
)  # in order of import
LARGEST_JSON = 300_000  # characters of an answer that the page shows as text
SEARCHED = (
    "An engine has searched for it; <code>gridproof crosscheck</code> repeats that with engines of another kind."
)
SIGNS = {
    "solved": "M5 12.5l4.5 4.5L19 7",
    "unsolvable": "M6 6l12 12M18 6L6 18",
    "out-of-bound": "M4 19h16M12 4v10M8 8l4-4 4 4",
    "unknown": "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1",
}


@dataclass(frozen=True, slots=True)
class Proof:
    """A certificate: its argument in one sentence, and its pictures."""

    text: str
    pictures: Sequence[Evidence]


def stage_of(level: Level) -> Stage:
    """The stage of the level's puzzle. Raises UsageError for a puzzle without one."""
    stage = find_puzzle(level.puzzle).load_stage()
    if stage is None:
        raise UsageError(f"{level.puzzle} has no pictures")
    return stage


def proofs_of(level: Level, stage: Stage, certificates: Sequence[Certificate]) -> list[Proof]:
    """The certificates that say more than "the search said so". Raises AnswerError for one that is malformed."""
    rules = find_puzzle(level.puzzle).load()
    try:
        return [
            Proof(argument(rules, level, certificate), stage.evidence(level, certificate))
            for certificate in certificates
            if certificate.kind != "search"
        ]
    except MALFORMED as error:
        raise AnswerError(f"a certificate in the answer is not what its kind says ({error})") from None


def require_page(level: Level) -> None:
    """Raises UsageError, before long work begins, for a level that is too large for a page."""
    stage_of(level).scene(level)


@dataclass(frozen=True, slots=True)
class Drawn:
    """An answer's board: its film, the layers of marks, and the proofs.

    The pictures of proof n are the layers "proof-n-0", "proof-n-1", …
    """

    film: Film
    layers: Sequence[Layer]
    proofs: Sequence[Proof]


def drawn(level: Level, answer: Answer) -> Drawn:
    """Raises UsageError for a board or a solution too large for a page, IllegalMove for a wrong solution."""
    stage = stage_of(level)
    film = Film(level, stage, answer.solution)
    layers = [Layer("plan", plan_marks(film))] if film.marks else []
    proofs = proofs_of(level, stage, answer.certificates)
    for number, proof in enumerate(proofs):
        layers += [Layer(f"proof-{number}-{k}", one.marks, shown=False) for k, one in enumerate(proof.pictures)]
    return Drawn(film, layers, proofs)


def page(level: Level, answer: Answer, word: str | None = None) -> str:
    """The page; `word` is what is said below the verdict.

    Raises UsageError for a board or a solution too large for a page, IllegalMove for a wrong solution.
    """
    shown = drawn(level, answer)
    film, scene = shown.film, shown.film.scene
    title = level.title or f"A level of {level.puzzle}"
    parts = {
        "title": escape(title),
        "kind": escape(f"{level.puzzle} · {size_of(scene)}"),
        "board": board(scene, film.start, shown.layers, f"{title}, {level.puzzle}"),
        "notes": "".join(f"<li>{escape(note)}</li>" for note in scene.notes),
        "verdict": verdict_html(answer, word),
        "proofs": proofs_html(shown.proofs, bool(answer.certificates)),
        "steps": _STEPS if film.texts else "",
        "keys": " Keys: ← → one step, Home and End, space plays." if film.texts else "",
        "engines": engines_html(answer),
        "text": escape(level.to_text().rstrip()),
        "answer": _answer(answer),
        "style": "\n".join(map(static, STYLES)),
        "data": script_json({"play": playback(film), "single": answer.metric == level.metrics[-1]}),
        "script": "\n".join(_inlined(static(name)) for name in MODULES),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda name: parts[name[1]], static("page.html"))


def picture_of(level: Level, answer: Answer | None = None, word: str | None = None) -> str:
    """An SVG file of the level, with the marks of its solution's plan, or with the first picture of its proof.

    `word` is put behind the legend, for those who look for it: a picture has no room for it.
    """
    stage = stage_of(level)
    shown = Evidence((), "")
    if answer is not None and answer.solution is not None:
        film = Film(level, stage, answer.solution)
        shown = Evidence(plan_marks(film), "Marked: what the solution presses." if film.marks else "")
    elif answer is not None:
        pictures = [one for proof in proofs_of(level, stage, answer.certificates) for one in proof.pictures]
        shown = pictures[0] if pictures else shown
    legend = " ".join(filter(None, (shown.legend, word)))
    return picture(stage.scene(level), stage.frame(level), shown.marks, level.title or level.puzzle, legend)


def script_json(value: Any) -> str:
    """JSON that may stand inside a script element, whatever its strings hold."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _inlined(module: str) -> str:
    """A module's text without imports and exports: all modules share one script element."""
    return re.sub(r"^import .*?;\n", "", re.sub(r"^export ", "", module, flags=re.M), flags=re.M)


def size_of(scene: Scene) -> str:
    """How large a board is, in words."""
    return "triangular grid" if scene.shape == "hex" else f"{int(scene.rows)} × {int(scene.columns)}"


# --- parts -----------------------------------------------------------------------------------------------------


def verdict_html(answer: Answer, word: str | None = None) -> str:
    status = answer.status.value
    said = f'<p class="soft">{escape(word)}</p>' if word else ""
    sign = f'<path d="M12 1a11 11 0 1 0 .01 0z{SIGNS[status]}"/>'
    drawn = f'<svg viewBox="0 0 24 24" aria-hidden="true">{sign}</svg>'
    return f'<div class="verdict {status}">{drawn}<p>{escape(verdict_sentence(answer))}</p></div>{said}'


def proofs_html(proofs: Sequence[Proof], searched: bool = False) -> str:
    """The arguments with their pictures; with `searched` a word about it where only a search says so."""
    items = []
    for number, proof in enumerate(proofs):
        buttons = "".join(
            f'<button type="button" data-shows="proof-{number}-{k}" aria-pressed="false" '
            f'data-legend="{escape(one.legend)}"{" data-start=1" if one.of_start else ""}>'
            f"{escape(one.name if len(proof.pictures) > 1 else 'Show on the board')}</button>"
            for k, one in enumerate(proof.pictures)
        )
        items.append(f'<li><p>{escape(proof.text)}</p><div class="buttons">{buttons}</div></li>')
    if not items:
        why = f'<section class="card"><h2>Why</h2><p>{SEARCHED}</p></section>'
        return why if searched else ""
    return f'<section class="card"><h2>Why</h2><ul class="proofs">{"".join(items)}</ul></section>'


def engines_html(answer: Answer) -> str:
    rows = "".join(
        f"<tr><td>{escape(engine.name)}</td><td>{engine.seconds:.2f} s</td><td>{_count(engine.nodes)}</td>"
        f"<td>{_bound(engine.lower_bound)}</td><td>{_bound(engine.cost)}</td></tr>"
        for engine in answer.engines
    )
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Engine", "Time", "Nodes", "Proven", "Found"))
    table = f'<div class="scroll" tabindex="0"><table><tr>{head}</tr>{rows}</table></div>'
    return f'<section class="card"><h2>Engines</h2>{table}</section>'


def _count(nodes: int) -> str:
    return f"{nodes:,}" if nodes else "–"


def _bound(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def _answer(answer: Answer) -> str:
    text = answer.to_json()
    if len(text) > LARGEST_JSON:
        return ""
    return (
        "<details><summary>Answer as JSON, for <code>gridproof verify</code></summary>"
        '<button type="button" class="copy" data-copies="answer">Copy</button>'
        f'<pre id="answer" tabindex="0">{escape(text)}</pre></details>'
    )


_STEPS = (
    '<section class="card"><h2>Steps</h2><div class="step-list" tabindex="0" role="region" aria-label="Steps">'
    "<ol></ol></div></section>"
)
