"""What is read from the tables, and that they are as the data dictionary says."""

import json
from pathlib import Path

import frictionless
import pandas
import pytest

import topple
from topple.files import TYPES

ROOT = Path(__file__).parents[2]
PACKAGE = json.loads((ROOT / "data/datapackage.json").read_text())
#: What `pandas.read_csv` may make of a type without being told: a column with an empty cell has no plain integers.
GUESSED = {"integer": "iufO", "number": "iuf", "boolean": "bO", "string": "OTSUifb"}


def test_every_table_is_described():
    files = {str(path.relative_to(ROOT / "data").with_suffix("")) for path in (ROOT / "data").glob("**/*.csv")}
    assert set(topple.tables(ROOT)) == files


def test_frictionless_accepts_the_package():
    report = frictionless.validate(str(ROOT / "data/datapackage.json"))
    assert report.valid, report.flatten(["title", "fieldName", "rowNumber", "message"])[:5]


@pytest.mark.parametrize("resource", PACKAGE["resources"], ids=lambda resource: resource["name"])
def test_pandas_reads_the_types_of_the_dictionary(resource):
    plain = pandas.read_csv(ROOT / "data" / resource["path"])
    typed = topple.table(resource["path"].removesuffix(".csv"), ROOT)
    assert list(typed.columns) == list(plain.columns) and len(typed) == len(plain) > 0
    for field in resource["schema"]["fields"]:
        name = field["name"]
        assert plain[name].dtype.kind in GUESSED[field["type"]], (name, plain[name].dtype)
        assert typed[name].dtype == ("object" if "large" in field else TYPES[field["type"]])
        assert typed[name].isna().sum() == 0 or not field["constraints"]["required"], name


def test_a_table_has_its_numbers():
    winners = topple.table("zwick/start-position", ROOT).set_index("full_levels")["winner"]
    for full_levels, winner in winners.items():
        assert winner == ("second" if topple.value("zwick", (full_levels - 1, 0, 0)) == 0 else "first")
    assert topple.table("brzustowski/state-count", ROOT)["states"].map(type).eq(int).all()


def test_the_ledger_has_every_claim():
    ledger = topple.ledger(ROOT)
    files = {(path.parent.name, path.stem) for path in (ROOT / "experiments").glob("*/*.toml")}
    assert set(zip(ledger["paper"], ledger["claim"])) == files
    assert ledger.set_index("claim").loc["theorem-5-1", "word"] == "proved"


def test_a_figure_is_drawn():
    assert "<svg" in topple.figure(topple.figures(ROOT)[0], ROOT).svg


@pytest.mark.parametrize(
    "wrong",
    [
        lambda folder: topple.table("no/such", ROOT),
        lambda folder: topple.figure("no/such", ROOT),
        lambda folder: topple.tables(folder),
        lambda folder: topple.tables(),
    ],
)
def test_bad_input_is_one_line(wrong, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(topple.ToppleError) as error:
        wrong(tmp_path)
    assert str(error.value) and "\n" not in str(error.value)
