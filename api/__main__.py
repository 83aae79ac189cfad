"""``python -m dispatchless``: the command line."""

from __future__ import annotations

import sys

from dispatchless.command_line import main

if __name__ == "__main__":
    sys.exit(main())
