"""Static files, compressed when they are collected."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import brotli
from django.contrib.staticfiles.apps import StaticFilesConfig
from servestatic.compress import Compressor
from servestatic.storage import CompressedStaticFilesStorage

QUALITY = 6  # 11, the best, takes a minute and saves a tenth
SUFFIXES = (".br", ".gz")


class StaticFiles(StaticFilesConfig):
    """Collect what the pages of the documentation load, and nothing for debuggers."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "*.map", "rest_framework"]


class QuickCompressor(Compressor):  # type: ignore[misc]
    """Compress in a second, and only what has changed: the server collects at every start."""

    def compress(self, path: str | os.PathLike[str]) -> list[str]:
        changed_at = os.stat(path).st_mtime
        compressed = [Path(f"{os.fspath(path)}{suffix}") for suffix in SUFFIXES]
        # A compressed file gets the time of its original.
        if all(file.exists() and file.stat().st_mtime >= changed_at for file in compressed):
            return []
        written: list[str] = super().compress(path)
        return written

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        compressed: bytes = brotli.compress(data, quality=QUALITY)
        return compressed


class CompressedStorage(CompressedStaticFilesStorage):  # type: ignore[misc]
    """Keep each file as it is, and beside it with brotli and gzip."""

    def create_compressor(self, **kwargs: Any) -> QuickCompressor:
        return QuickCompressor(**kwargs)
