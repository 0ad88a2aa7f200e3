"""Where the data folders stand: beside the code in a wheel, at the top of a source checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder ``schemas``, ``templates`` or ``samples``, wherever this installation keeps it.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parents[1] / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder {name!r} of scorecheck is missing: install scorecheck again")


def package_file(*parts: str) -> Path:
    """A data file that stands inside the package, beside the code that it belongs to."""
    return _PACKAGE.joinpath(*parts)
