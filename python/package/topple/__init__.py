"""Stacking games: values, patterns with certificates, wells, tables and pictures.

>>> import topple
>>> topple.value("zwick", (17, 0, 0))
0
>>> topple.value("clock-nim", "(3,3|0)_{3,2}", "(2,1|0)_{3,2}")
0

A game is named as on the command line: ``zwick``, ``jenga``, ``pile``, ``clock-nim``, ``double-ended``,
``addition (-2,0),(-2,1),(1,-1)``, ``subtraction 2,5,7`` and others. A position is a string as the papers write it, or a
tuple of numbers. Bad input raises :class:`ToppleError`: one line that says what, where, and what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from . import _topple
from ._topple import Refused, ToppleError
from .drawing import Drawing
from .files import figure, figures, ledger, table, tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Answer", "Component", "Depth", "Drawing", "Move", "Pattern", "Refused", "ToppleError",
    "analyse", "check", "draw", "draw_values", "figure", "figures", "ledger", "moves", "oeis", "period", "table", "tables", "value",
    "values", "wells",
]  # fmt: skip

#: A position: text in the notation of its paper, or numbers, which stand in parentheses there.
Position = str | tuple[int, ...]
#: How a game is played; the value is the Grundy value, or 1 where the player to move wins.
Play = Literal["grundy", "normal", "misere"]
#: The rule by which pieces get to their places in a well.
Rule = Literal["drop", "slide", "anywhere"]

_T = TypeVar("_T")

#: The memory that a computation may take if nothing is said, in bytes.
MEMORY = 1 << 32


def _spelt(position: Position) -> str:
    if isinstance(position, str):
        return position
    return "(" + ",".join(str(number) for number in position) + ")"


def _called(function: Callable[..., _T], *given: object) -> _T:
    """What a function of the Rust part answers; its numbers have to fit into those of the machine."""
    try:
        return function(*given)
    except OverflowError:
        numbers = [argument for argument in given if not isinstance(argument, str)]
        raise ToppleError(f"{function.__name__}: numbers {numbers}; expected natural numbers in range") from None


@dataclass(frozen=True)
class Move:
    """A move: its name in the paper, where it leads, and in a sum in which position it is made, counted from 1."""

    name: str
    to: str
    component: int | None = None


@dataclass(frozen=True)
class Component:
    """One position of a sum: its standard spelling, its Grundy value, and who wins it alone."""

    position: str
    grundy: int
    outcome: Literal["N", "P"]


@dataclass(frozen=True)
class Answer:
    """The Grundy value of a position or sum, its outcome (``N``: the next player wins), and all winning moves."""

    game: str
    grundy: int
    outcome: Literal["N", "P"]
    winning_moves: tuple[Move, ...]
    components: tuple[Component, ...]


def analyse(game: str, *positions: Position) -> Answer:
    """Who wins a position, or the sum of several, and by which moves."""
    told = json.loads(_topple.value(game, [_spelt(position) for position in positions]))
    alone = [{"position": told.get("position"), "grundy": told["grundy"], "outcome": told["outcome"]}]
    return Answer(
        game=told["game"],
        grundy=told["grundy"],
        outcome=told["outcome"],
        winning_moves=tuple(
            Move(move["move"], move["to"], move.get("component")) for move in told["winning_moves"]
        ),
        components=tuple(Component(**component) for component in told.get("components", alone)),
    )


def moves(game: str, position: Position) -> list[Move]:
    """Every move of a position, in a fixed order."""
    return [Move(name, to) for name, to in _topple.moves(game, _spelt(position))]


def value(game: str, *positions: Position) -> int:
    """The Grundy value of a position, or of the sum of several."""
    return analyse(game, *positions).grundy


def values(game: str, size: tuple[int, ...], play: Play = "grundy", *, memory: int = MEMORY) -> NDArray[np.uint16]:
    """The values of all positions with coordinates below ``size``, for a vector addition game.

    The array has the shape ``size``; if the game has several states, these come first: ``values("zwick", (9, 9))[z, x, y]``.
    """
    states, cells = _called(_topple.values, game, list(size), play, memory)
    return np.frombuffer(cells, dtype=np.uint16).reshape((states, *size) if states > 1 else size)


@dataclass(frozen=True)
class Pattern:
    """What a search for the pattern of a game came to; true if it is proved.

    ``axes`` has the least preperiod and period along each coordinate, where the pattern is a box. ``certificate`` is the
    text that :func:`check` accepts. Where no pattern was found, ``words`` says how far the search went.
    """

    words: str
    axes: tuple[tuple[int, int], ...] | None = None
    largest_value: int | None = None
    certificate: str | None = None

    def __bool__(self) -> bool:
        return self.certificate is not None


def period(game: str, play: Play = "grundy", *, cells: int = 60_000, memory: int = MEMORY) -> Pattern:
    """Looks for the pattern of a vector addition game in windows of at most so many cells, and proves it."""
    told = json.loads(_called(_topple.period, game, play, cells, memory))
    axes = told.pop("axes", None)
    return Pattern(axes=axes and tuple(tuple(axis) for axis in axes), **told)


def oeis(game: str) -> str:
    """The draft of an OEIS entry of the Grundy values of a vector addition game with one or two coordinates."""
    return _topple.oeis(game)


def check(certificate: str | PathLike[str]) -> list[str]:
    """What a certificate proves, in words; the certificate is its text, or the path of its file.

    Raises :class:`Refused` with the place that is wrong.
    """
    text = fspath(certificate)
    if not text.startswith("topple-certificate"):
        text = _topple.read_certificate(text)
    return _topple.check(text)


@dataclass(frozen=True)
class Depth:
    """The least depth of a well in which the player wins, and the greatest one tried in which the machine does.

    ``least`` is None where the machine wins as far as was tried; ``lost_to`` is None where the player wins in depth 0.
    """

    least: int | None
    lost_to: int | None


def wells(
    pieces: str, width: int, most: int, rule: Rule = "drop", lookahead: int = 0, *, memory: int = MEMORY
) -> Depth:
    """The least depth, at most ``most``, in which a player of Tetris goes on for ever with pieces such as ``"OIT"``."""
    return Depth(*_called(_topple.wells, pieces, width, most, rule, lookahead, memory))


def draw(game: str, position: Position) -> Drawing:
    """The picture of a tower (``jenga``, ``jenga-physical 5``) or a well (``well``, ``well 10``)."""
    return Drawing(*_topple.draw_position(game, _spelt(position)))


def draw_values(game: str, size: tuple[int, ...], play: Play = "grundy", *, memory: int = MEMORY) -> Drawing:
    """The picture of the values below ``size`` of a vector addition game with one or two coordinates."""
    return Drawing(_called(_topple.draw_values, game, list(size), play, memory))
