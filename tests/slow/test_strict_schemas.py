"""Every schema passes the strict mode of ajv, and has a name of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from support import ROOT, program

SCHEMAS = sorted((ROOT / "schemas").glob("*.schema.json"))
PROGRAM = """
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
for (const path of process.argv.slice(2)) {
  const ajv = new Ajv({ strict: true });
  addFormats(ajv);
  ajv.compile(JSON.parse(readFileSync(path, "utf8")));
}
"""


def test_each_has_a_name_of_its_own() -> None:
    names = [json.loads(path.read_text(encoding="utf-8")).get("$id") for path in SCHEMAS]
    assert names == [f"urn:scorecheck:schema:{path.name.removesuffix('.schema.json')}:1" for path in SCHEMAS]


def test_the_strict_mode_of_ajv(tmp_path: Path) -> None:
    npm, node = program("npm"), program("node")
    (tmp_path / "package.json").write_text('{"private": true}', encoding="utf-8")
    got = [npm, "install", "--silent", "--no-audit", "--no-fund", "ajv@8.17.1", "ajv-formats@3.0.1"]
    subprocess.run(got, cwd=tmp_path, check=True, timeout=300)
    strict = tmp_path / "strict.mjs"
    strict.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [node, strict, *SCHEMAS], cwd=tmp_path, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
