"""Generates the models and calls from docs/openapi.json whenever the package is built from the repository."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "print_and_mail_client"
# The generated __init__.py is left out, because the package has its own.
GENERATED = ("api", "models", "client.py", "errors.py", "types.py")


class GeneratedModules(BuildHookInterface[BuilderConfig]):
    """Puts the generated modules beside the written ones, in a wheel and in a source distribution."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version == "editable":
            raise RuntimeError("An editable install would lack the generated modules: install without --editable.")
        here = Path(self.root)
        if (here / "PKG-INFO").exists():
            return  # A source distribution holds everything already.
        repository = here.parents[1]
        self.folder = TemporaryDirectory()
        generated = Path(self.folder.name) / PACKAGE
        generate(repository / "docs" / "openapi.json", here / "generator.json", generated)
        is_source = self.target_name == "sdist"
        package = f"src/{PACKAGE}" if is_source else PACKAGE
        included = build_data["force_include"]
        included.update({str(generated / name): f"{package}/{name}" for name in GENERATED})
        if is_source:
            included[str(repository / "LICENSE")] = "LICENSE"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()


def generate(document: Path, config: Path, folder: Path) -> None:
    """Fails if the generator skips anything in `document`."""
    files = {"--path": document, "--config": config, "--output-path": folder}
    options = [word for option, file in files.items() for word in (option, str(file))]
    # The generator formats its code with the `ruff` that is installed beside this Python.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta=none", "--fail-on-warning", *options]
    subprocess.run(generator, check=True, env={**os.environ, "PATH": path})
