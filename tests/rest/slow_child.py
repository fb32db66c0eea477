"""A child that reads a second after it was started."""

from __future__ import annotations

import time

from tests.rest.child import main

if __name__ == "__main__":
    time.sleep(1)
    main()
