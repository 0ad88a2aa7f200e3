// Compiles Python files for the Python of the page, by that Python itself: node compile.mjs PYODIDE IN.zip OUT.zip
//
// What is compiled beforehand starts in half the time: scorecheck itself, without its docstrings and the two
// asserts that are there for the type checker. Of that only the compiled files are kept; what it needs now and then stays as it came.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONHASHSEED: "0" } });
python.unpackArchive(new Uint8Array(fs.readFileSync(from)), "zip", { extractDir: "/packages" });
python.runPython(`
import py_compile
import zipfile
from pathlib import Path

home = Path("/packages")
with zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as archive:
    for path in sorted(path for path in home.rglob("*") if path.is_file()):
        name = path.relative_to(home).as_posix()
        if path.suffix == ".py" and name.startswith("scorecheck/"):
            made = str(path) + "c"
            py_compile.compile(
                str(path), made, "/lib/scorecheck/" + name, doraise=True, optimize=2,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            path, name = Path(made), name + "c"
        archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), path.read_bytes())
`);
fs.writeFileSync(to, python.FS.readFile("/out.zip"));
