"""Measurements, each as a ratio to a floor taken in the same run (see docs/benchmarks.md)."""
