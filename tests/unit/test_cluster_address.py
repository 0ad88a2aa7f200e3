"""What ``--executor`` may name. The cluster itself: tests/slow/test_cluster.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.cli.main import main
from scorecheck.many_files.cluster import NoCluster, _address


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("dask://node1", "node1:8786"),
        ("dask://node1:9000", "node1:9000"),
        ("dask://10.0.0.7/", "10.0.0.7:8786"),
        ("dask://[::1]:9000", "[::1]:9000"),
    ],
)
def test_address(said: str, address: str) -> None:
    assert _address(said) == address


@pytest.mark.parametrize(
    "said", ["node1", "dask:", "dask://", "ray://node1", "dask://node1:x", "dask://node1/a", "dask://a@node1"]
)
def test_no_address(said: str) -> None:
    with pytest.raises(NoCluster, match="executor-unknown"):
        _address(said)


def test_told_apart_from_jobs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = tmp_path / "a.csv"
    sheet.write_text("Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n", encoding="utf-8")
    for more, said in (
        (["--executor", "nonsense"], "--executor nonsense: say dask://HOST or dask://HOST:PORT."),
        (["--executor", "dask://a", "--jobs", "2"], "--executor and --jobs: say one of them."),
    ):
        monkeypatch.setattr("sys.argv", ["scorecheck", "validate", str(sheet), "--lang", "en", *more])
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code == 2
        assert said in capsys.readouterr().err
