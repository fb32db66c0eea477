"""Measurements, each as a ratio to a floor from the same run (see docs/benchmarks.md)."""
