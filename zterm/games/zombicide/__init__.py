"""Zombicide: Prison Outbreak, one module for each chapter of its rulebook."""
