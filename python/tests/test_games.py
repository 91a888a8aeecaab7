"""Values, patterns, certificates, wells and drawings."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import topple

ROOT = Path(__file__).parents[2]


def mex(values):
    """The least natural number that is not among some."""
    return next(number for number in range(len(values) + 1) if number not in values)


def test_the_tower_that_is_sold_is_lost_for_the_first_player():
    answer = topple.analyse("zwick", (17, 0, 0))
    assert (answer.grundy, answer.outcome, answer.winning_moves) == (0, "P", ())
    assert topple.value("zwick", "17,0,0") == 0


def test_a_sum_has_the_nim_sum_and_its_moves_win():
    positions = ["(3,3|0)_{3,2}", "(2,1|0)_{3,2}", "(1,1|1)_{3,2}", "(0,4|2)_{3,2}"]
    answer = topple.analyse("clock-nim", *positions)
    assert [component.position for component in answer.components] == positions
    assert answer.grundy == np.bitwise_xor.reduce([component.grundy for component in answer.components])
    assert answer.winning_moves
    for move in answer.winning_moves:
        after = positions[: move.component - 1] + [move.to] + positions[move.component :]
        assert topple.value("clock-nim", *after) == 0


@pytest.mark.parametrize("game", ["zwick", "white-knight", "subtraction 2,5,7", "jenga-four"])
def test_an_array_of_values_follows_the_definition(game):
    """The slow twin: the values of the options by `moves`, their mex."""

    @cache
    def slow(position):
        return mex({slow(move.to) for move in topple.moves(game, position)})

    dimension = {"subtraction 2,5,7": 1}.get(game, 2)
    values = topple.values(game, (7,) * dimension)
    states = values.ndim > dimension
    assert values.dtype == np.uint16 and values.shape[-dimension:] == (7,) * dimension
    spelling = {"jenga-four": "({0},{1}|{2})"}.get(game, "(" + ",".join("{%d}" % i for i in range(dimension + states)) + ")")
    for index in np.ndindex(values.shape):
        at = (*index[1:], index[0]) if states else index
        assert values[index] == slow(spelling.format(*at)), at


def test_a_pattern_is_proved_and_its_certificate_accepted():
    pattern = topple.period("zwick")
    assert pattern and pattern.axes is not None
    facts = topple.check(pattern.certificate)
    assert any("zwick" in fact for fact in facts)
    values = topple.values("zwick", (60, 60))
    for axis, (preperiod, period) in enumerate(pattern.axes, start=1):
        later, earlier = (np.moveaxis(values, axis, 0)[start:] for start in (preperiod + period, preperiod))
        assert (later == earlier[: len(later)]).all()


def test_no_pattern_is_no_error():
    pattern = topple.period("addition (-3,1),(-1,0),(2,-1)", cells=300)
    assert not pattern and pattern.certificate is None and pattern.words


@pytest.mark.parametrize("game", ["subtraction 2,5,7", "white-knight"])
def test_the_program_of_an_oeis_draft_prints_its_terms(game, capsys):
    lines = [line.split(" ", 2) for line in topple.oeis(game).splitlines()]
    of = {key: "\n".join(text for tag, _, text in lines if tag == key) for key in ("%S", "%o", "%F")}
    exec(of["%o"].removeprefix("(Python)"), {})
    assert capsys.readouterr().out.strip() == "[" + of["%S"].replace(",", ", ") + "]"
    assert "proved for all positions" in of["%F"]


def test_a_forged_certificate_is_refused_with_its_place():
    text = topple.period("zwick", "normal").certificate
    forged = text.replace("= 1\n", "= 0\n", 1) if "= 1\n" in text else text.replace("\npiece 1 ", "\npiece 0 ", 1)
    assert forged != text
    with pytest.raises(topple.Refused) as refused:
        topple.check(forged)
    assert "\n" not in str(refused.value)


def test_a_certificate_is_read_from_its_file():
    path = ROOT / "proofs/certificates/zwick/jenka-every-5.cert"
    assert topple.check(path) == topple.check(str(path)) == topple.check(path.read_text())


def test_wells_have_a_least_depth():
    assert topple.wells("O", 2, 3) == topple.Depth(0, None)
    found = topple.wells("OI", 2, 6)
    assert found.least is not None and found.lost_to == found.least - 1
    assert topple.wells("O", 3, 4) == topple.Depth(None, 4)


def test_a_drawing_shows_itself(tmp_path):
    tower = topple.draw("jenga", "111/011/101/111")
    assert str(tower).count("[##]") == 10
    assert tower._repr_svg_().startswith("<svg") or "<svg" in tower.svg
    tower.save(tmp_path / "tower.svg")
    assert (tmp_path / "tower.svg").read_text() == tower.svg
    assert "<svg" in topple.draw_values("white-knight", (8, 8)).svg


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: topple.value("chess", (1,)),
        lambda: topple.value("zwick"),
        lambda: topple.value("zwick", (1, 2, 3)),
        lambda: topple.moves("jenga", "111/1x1"),
        lambda: topple.values("zwick", (0, 3)),
        lambda: topple.values("zwick", (3,)),
        lambda: topple.values("zwick", (-1, 3)),
        lambda: topple.values("zwick", (3, 3), "misère"),
        lambda: topple.values("zwick", (3, 3), memory=1),
        lambda: topple.period("jenga"),
        lambda: topple.check("no/such.cert"),
        lambda: topple.check("topple-certificate 1 cheat\nend\n"),
        lambda: topple.wells("Q", 3, 3),
        lambda: topple.wells("O", 300, 3),
        lambda: topple.wells("O", 3, 3, "referee"),
        lambda: topple.draw("nim", "[1]"),
        lambda: topple.draw_values("clock-nim 3 2 2", (2, 2, 2)),
    ],
)
def test_bad_input_is_one_line(wrong):
    with pytest.raises(topple.ToppleError) as error:
        wrong()
    assert str(error.value) and "\n" not in str(error.value)
    assert isinstance(error.value, ValueError)
