"""The operators of operators.yaml in a Python package:

pip install --no-build-isolation examples/setup
python -c "import torch, mylib_operators; print(torch.ops.mylib.sub(torch.ones(2), torch.ones(2)))"
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CppExtension

SPECIFICATION = Path(__file__).resolve().parent / "operators.yaml"


class GenerateAndBuild(BuildExtension):
    """Writes the sources before the extension is built."""

    def build_extensions(self) -> None:
        generated = Path(self.build_temp).resolve() / "generated"
        command = [sys.executable, "-m", "dispatchless", "generate", str(SPECIFICATION)]
        options = ["--out", str(generated), "--namespace", "mylib", "--keys", "CPU,Meta"]
        subprocess.run([*command, *options], check=True)
        # torch's headers take seconds to compile, so the sources are compiled as one.
        sources = sorted(generated.glob("*_*.cpp"))
        everything = generated / "everything.cpp"
        everything.write_text("".join(f'#include "{source.name}"\n' for source in sources))
        for extension in self.extensions:
            extension.sources = [str(everything)]
            extension.include_dirs += [str(generated), str(SPECIFICATION.parent)]
        super().build_extensions()


setup(
    name="mylib-operators",
    version="0.1.0",
    packages=["mylib_operators"],
    ext_modules=[CppExtension("mylib_operators._operators", sources=[])],
    # No Python module is in the library: the package loads it, see __init__.py.
    cmdclass={"build_ext": GenerateAndBuild.with_options(no_python_abi_suffix=True)},
)
