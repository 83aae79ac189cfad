"""A three-layer perceptron, one row at a time; `dispatchless bench --model` reads two names."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(
    nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 16), nn.Softmax(-1)
)
inputs = (torch.randn(1, 16),)
