// Compiles Python files for the Python of the page, by that Python itself: node compile.mjs PYODIDE IN.zip OUT.zip HOME
//
// What is compiled beforehand starts in half the time: all of scorecheck, of what it needs, and of the standard library, without
// docstrings, asserts and the columns of tracebacks, which would be a sixth of the page. Only the compiled files are kept. HOME is
// where they will lie, as tracebacks name it. Pyodide's own modules keep their docstrings: it hands them on to others.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, from, to, home] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
python.unpackArchive(new Uint8Array(fs.readFileSync(from)), "zip", { extractDir: "/in" });
python.globals.set("home", home);
python.runPython(`
import py_compile
import zipfile
from pathlib import Path

place = Path("/in")
with zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as archive:
    for path in sorted(path for path in place.rglob("*") if path.is_file()):
        name = path.relative_to(place).as_posix()
        if path.suffix == ".py":
            made = str(path) + "c"
            py_compile.compile(
                str(path), made, home + "/" + name, doraise=True,
                optimize=0 if name.startswith(("pyodide/", "_pyodide/")) else 2,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            path, name = Path(made), name + "c"
        archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), path.read_bytes())
`);
fs.writeFileSync(to, python.FS.readFile("/out.zip"));
