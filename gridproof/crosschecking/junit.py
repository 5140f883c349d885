"""JUnit XML: one test case a level, as common CI viewers read it."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from gridproof.crosschecking.compare import Comparison
from gridproof.crosschecking.row import CRASHED, SKIPPED


def junit(comparisons: Sequence[Comparison]) -> str:
    """The document. A contradiction is a failure, a crash an error, a level without any row skipped."""
    suite = ElementTree.Element("testsuite", name="gridproof crosscheck", tests=str(len(comparisons)))
    counts = {"failures": 0, "errors": 0, "skipped": 0}
    for comparison in comparisons:
        seconds = sum(row.seconds for row in comparison.rows)
        file, _, number = comparison.level.rpartition("#")
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=_clean(file or "gridproof"),
            name=_clean(f"level {number}"),
            time=f"{seconds:.3f}",
        )
        if comparison.contradictions:
            kind = "error" if any(row.status == CRASHED for row in comparison.rows) else "failure"
            counts["errors" if kind == "error" else "failures"] += 1
            fault = ElementTree.SubElement(case, kind, message=_clean(comparison.contradictions[0]))
            fault.text = _clean("\n".join([*comparison.contradictions, "", comparison.text]))
        elif all(row.status == SKIPPED for row in comparison.rows):
            counts["skipped"] += 1
            ElementTree.SubElement(case, "skipped", message="no engine applies")
        ElementTree.SubElement(case, "system-out").text = _clean(comparison.line())
    for name, count in counts.items():
        suite.set(name, str(count))
    suite.set("time", f"{sum(row.seconds for c in comparisons for row in c.rows):.3f}")
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _clean(text: str) -> str:
    """Without the control characters that XML cannot hold."""
    return "".join(c if c in "\n\t" or ord(c) >= 32 else "?" for c in text)
