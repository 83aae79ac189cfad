"""One transformer encoder layer on one sequence, as the composites that it is made of."""

import torch
from torch import nn

torch.manual_seed(0)
# Else the whole layer is one fused operator in evaluation.
torch.backends.mha.set_fastpath_enabled(False)
model = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
inputs = (torch.randn(1, 8, 16),)
