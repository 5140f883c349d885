"""A plain second opinion on certificates: places and sums written out, nothing taken from the package's checks."""

# ruff: noqa: PT018 - the asserts are the judge's "no", not a test's

from __future__ import annotations

from tests.pegs.referee import STEPS


def proves(level, certificate, bound) -> bool:
    """Whether a certificate proves its claim; any fault of form is a no."""
    try:
        return _Judge(level).judge(certificate, bound)
    except (KeyError, TypeError, ValueError, AssertionError):
        return False


class _Judge:
    def __init__(self, level):
        self.level, self.holes = level, list(level.holes)
        place = set(self.holes)
        self.jumps = [
            ((r, c), (r + a, c + b), (r + 2 * a, c + 2 * b))
            for r, c in self.holes
            for a, b in STEPS[level.neighbours]
            if (r + a, c + b) in place and (r + 2 * a, c + 2 * b) in place
        ]
        self.start = {h for i, h in enumerate(self.holes) if level.start >> i & 1}
        self.must = {h for i, h in enumerate(self.holes) if level.must >> i & 1}
        self.free = {h for i, h in enumerate(self.holes) if level.free >> i & 1}
        if level.anywhere:
            self.goals = [({h}, set()) for h in self.holes]
        else:
            self.goals = [(self.must, self.free)]

    def place(self, entry):
        assert isinstance(entry, list) and len(entry) == 2
        assert type(entry[0]) is int and type(entry[1]) is int
        assert tuple(entry) in self.holes
        return tuple(entry)

    def cells(self, raw):
        assert isinstance(raw, list)
        found = [self.place(entry) for entry in raw]
        assert len(set(found)) == len(found)
        return set(found)

    def weights(self, raw):
        assert isinstance(raw, list)
        found = {}
        for r, c, w in raw:
            assert type(w) is int and self.place([r, c]) not in found
            found[r, c] = w
        return lambda hole: found.get(hole, 0)

    def judge(self, certificate, bound) -> bool:
        data, kind = certificate.data, certificate.kind
        if kind == "pegs":
            if bound is None:
                return not self.level.anywhere and len(self.must) > len(self.start)
            most = 1 if self.level.anywhere else len(self.must | self.free)
            return data["metric"] == "jumps" and bound <= max(0, len(self.start) - most)
        if kind == "regions":
            return bound is not None and data["metric"] == "moves" and bound <= self.regions(data["regions"])
        if bound is not None or kind not in ("class", "pagoda", "counts"):
            return False
        tests = [self.by_set(self.cells(raw)) for raw in self.listed(data["sets"])]
        if kind != "class":
            tests += [self.by_weights(self.weights(raw)) for raw in self.listed(data["weights"])]
        if kind == "counts":
            entries = self.listed(data["counts"])
            tests += [self.by_counts(entry) for entry in entries]
            assert len({str(entry["hole"]) if self.level.anywhere else "" for entry in entries}) == len(entries)
        return all(any(test(must, free) for test in tests) for must, free in self.goals)

    def listed(self, raw):
        assert isinstance(raw, list)
        return raw

    def by_set(self, cells):
        assert all(sum(hole in cells for hole in jump) % 2 == 0 for jump in self.jumps)
        return lambda must, free: not cells & free and len(cells & self.start) % 2 != len(cells & must) % 2

    def goal_weight(self, w, must, free):
        return sum(map(w, must)) + sum(min(0, w(h)) for h in free)

    def by_weights(self, w):
        assert all(w(a) + w(b) >= w(c) for a, b, c in self.jumps)
        return lambda must, free: sum(map(w, self.start)) < self.goal_weight(w, must, free)

    def by_counts(self, entry):
        assert isinstance(entry, dict) and "cases" in entry
        hole = {self.place(entry["hole"])} if self.level.anywhere else self.must
        return lambda must, free: must == hole and self.case(entry["cases"], {}, must, free)

    def case(self, node, limits, must, free) -> bool:
        assert isinstance(node, dict)
        if "jump" in node:
            a, c = node["jump"]
            key = (self.place(a), self.place(c))
            assert key in [(x, z) for x, _, z in self.jumps]
            k = node["most"]
            assert type(k) is int and k >= 0
            low, high = limits.get(key, (0, float("inf")))
            fewer = self.case(node["fewer"], {**limits, key: (low, min(high, k))}, must, free)
            more = self.case(node["more"], {**limits, key: (max(low, k + 1), high)}, must, free)
            return fewer and more
        w = self.weights(node["weights"])
        gained = 0
        for a, b, c in self.jumps:
            change = w(c) - w(a) - w(b)
            low, high = limits.get((a, c), (0, float("inf")))
            gained += change * (high if change > 0 else low) if change else 0
        return sum(map(w, self.start)) + gained < self.goal_weight(w, must, free)

    def regions(self, raw) -> int:
        regions = [self.cells(entry) for entry in self.listed(raw)]
        assert all(regions) and all(region <= self.start for region in regions)
        assert sum(map(len, regions)) == len(set().union(*regions))
        for region in regions:
            assert not any(b in region and a not in region and c not in region for a, b, c in self.jumps)
        if self.level.anywhere:
            single = sum(len(region) == 1 for region in regions)
            return len(regions) - (1 if single else 0)
        return sum(any(hole not in self.must | self.free for hole in region) for region in regions)
