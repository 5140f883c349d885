"""`.slc` collections: XML with `<Level Id=...>` and one `<L>` a row, read without trusting the file.

expat never opens external entities unless told to; entity declarations are refused outright, so that nothing in
the file can grow when it is read.
"""

from __future__ import annotations

from xml.parsers import expat

from gridproof.levels.sokoban.level import Sokoban
from gridproof.levels.text import Source

MAX_CHARS = 64 << 20


def is_slc(source: Source) -> bool:
    first = next((line.lstrip() for line in source.lines[:20] if line.strip()), "")
    return first.startswith(("<?xml", "<SokobanLevels", "<!DOCTYPE SokobanLevels"))


def read_slc(source: Source) -> list[Sokoban]:
    """Every `<Level>` of the file. Raises LevelError for XML that is broken or declares entities."""
    if sum(map(len, source.lines)) > MAX_CHARS:
        raise source.error(f"more than {MAX_CHARS:,} characters: expected a smaller .slc file")
    reader = _Reader(source)
    parser = expat.ParserCreate(encoding="utf-8")  # the text is decoded already, whatever its first line says
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = reader.entity
    reader.parser = parser
    try:
        parser.Parse("\n".join(source.lines).lstrip("\n").encode(), True)
    except expat.ExpatError as error:
        raise source.error(f"broken XML: {expat.ErrorString(error.code)}", error.lineno - 1, error.offset) from None
    return reader.levels


class _Reader:
    """expat handlers; `levels` grows as `</Level>` tags are met."""

    parser: expat.XMLParserType

    def __init__(self, source: Source):
        self.source = source
        self.levels: list[Sokoban] = []
        self._rows: list[str] = []
        self._start = 0
        self._title: str | None = None
        self._author: str | None = None
        self._collection_author: str | None = None
        self._tag = ""
        self._cells: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._tag, self._cells = tag, []
        if tag == "LevelCollection":
            self._collection_author = attributes.get("Copyright")
        elif tag == "Level":
            self._title = attributes.get("Id", "").strip() or None
            self._author = attributes.get("Copyright") or self._collection_author
            self._rows = []
            self._start = self.parser.CurrentLineNumber

    def text(self, data: str) -> None:
        if self._tag == "L":
            self._cells.append(data)

    def end(self, tag: str) -> None:
        from gridproof.levels.sokoban.format import make_level

        if tag == "L":
            row = "".join(self._cells)
            if strange := next((c for c in row if c not in "#@+$*. -_"), None):
                raise self.source.error(
                    f"{strange!r} in a row: expected # @ + $ * . or blank", self.parser.CurrentLineNumber - 1
                )
            self._rows.append(row)
        elif tag == "Level" and any(cell in row for row in self._rows for cell in "@+$*."):
            author = (self._author or "").strip() or None
            self.levels.append(make_level(self.source, self._start, self._rows, title=self._title, author=author))
        self._tag = ""

    def entity(self, name: str, *_: object) -> None:
        raise self.source.error(
            f"the entity {name!r} is declared: expected XML without declarations", self.parser.CurrentLineNumber - 1
        )
