"""What ``topple run`` wrote: the ledger, the tables and the figures of a folder.

The folder is ``root``, or if that is left out the nearest one from here upwards with a ``data/datapackage.json``.
"""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _topple
from ._topple import ToppleError
from .drawing import Drawing

if TYPE_CHECKING:
    import pandas

Root = str | PathLike[str] | None

#: The types of the data dictionary as pandas has them. Each of them has room for a cell that is empty.
TYPES = {"integer": "Int64", "number": "Float64", "boolean": "boolean", "string": "string"}


def _root(root: Root) -> Path:
    if root is not None:
        return Path(root)
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "data" / "datapackage.json").is_file():
            return folder
    raise ToppleError(f"root: no folder with tables from {here} upwards; expected root=, a clone of topple")


def _resources(root: Path) -> dict[str, dict[str, Any]]:
    path = root / "data" / "datapackage.json"
    try:
        package = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ToppleError(f"{path}: {error.strerror}; expected a folder in which `topple run` wrote tables") from None
    return {resource["path"].removesuffix(".csv"): resource for resource in package["resources"]}


def tables(root: Root = None) -> list[str]:
    """The names of all tables, as ``zwick/jenka-odd``."""
    return sorted(_resources(_root(root)))


def table(name: str, root: Root = None) -> pandas.DataFrame:
    """A table, its columns with the types of the data dictionary (``data/README.md``)."""
    import pandas

    folder = _root(root)
    resources = _resources(folder)
    if name not in resources:
        raise ToppleError(f"table '{name}': no such table; expected one of topple.tables()")
    resource = resources[name]
    fields = resource["schema"]["fields"]
    # Integers that exceed 64 bits are integers of Python.
    large = {field["name"]: int for field in fields if "large" in field}
    types = {field["name"]: TYPES[field["type"]] for field in fields if field["name"] not in large}
    path = folder / "data" / resource["path"]
    frame = pandas.read_csv(path, dtype=types, converters=large, keep_default_na=False, na_values=[""])
    frame.attrs["title"] = resource["title"]
    return frame


def ledger(root: Root = None) -> pandas.DataFrame:
    """Every claim with the status that its evidence earns; all certificates are checked again for it."""
    import pandas

    columns = ["paper", "id", "kind", "word", "status", "machine_checked", "title", "place"]
    entries = json.loads(_topple.ledger_of(str(_root(root))))
    return pandas.DataFrame(entries, columns=columns).rename(columns={"id": "claim"})


def figures(root: Root = None) -> list[str]:
    """The names of all figures, as ``zwick/jenka-growth``."""
    folder = _root(root) / "figures"
    return sorted(str(path.relative_to(folder).with_suffix("")) for path in folder.glob("*/*.svg"))


def figure(name: str, root: Root = None) -> Drawing:
    """A figure that ``topple run`` drew."""
    folder = _root(root)
    if name not in figures(folder):
        raise ToppleError(f"figure '{name}': no such figure; expected one of topple.figures()")
    return Drawing((folder / "figures" / f"{name}.svg").read_text(encoding="utf-8"))
