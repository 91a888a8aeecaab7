"""A picture that shows itself in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path


@dataclass(frozen=True)
class Drawing:
    """A picture as SVG, with the same in plain characters where there is such a form."""

    svg: str
    text: str | None = None

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg if self.text is None else self.text

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the SVG to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")
