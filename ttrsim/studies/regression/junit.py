"""JUnit XML, as CI systems read it: suites of test cases with their times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree


class Case(NamedTuple):
    """A test that passed, unless it says why it failed or was skipped."""

    name: str
    failure: str = ""
    skipped: str = ""


class Suite(NamedTuple):
    """All its cases come from the same games, so each gets an equal part of the time."""

    name: str
    seconds: float
    cases: Sequence[Case]


def junit_text(name: str, suites: Sequence[Suite]) -> str:
    root = ElementTree.Element("testsuites", _counts(name, suites))
    for suite in suites:
        element = ElementTree.SubElement(root, "testsuite", _counts(suite.name, [suite]))
        for case in suite.cases:
            time = _seconds(suite.seconds / len(suite.cases))
            test = ElementTree.SubElement(element, "testcase", classname=suite.name, name=case.name, time=time)
            for kind, message in (("failure", case.failure), ("skipped", case.skipped)):
                if message:
                    ElementTree.SubElement(test, kind, message=message)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _counts(name: str, suites: Sequence[Suite]) -> dict[str, str]:
    cases = [case for suite in suites for case in suite.cases]
    counts = {
        "tests": len(cases),
        "failures": sum(bool(case.failure) for case in cases),
        "skipped": sum(bool(case.skipped) for case in cases),
        "errors": 0,
    }
    time = _seconds(sum(suite.seconds for suite in suites))
    return {"name": name} | {key: str(count) for key, count in counts.items()} | {"time": time}


def _seconds(value: float) -> str:
    return f"{value:.3f}"
