"""Loads the operators: afterwards they are `torch.ops.mylib`."""

from pathlib import Path

import torch

torch.ops.load_library(Path(__file__).parent / "_operators.so")
