"""Refuses to build the package without its generated types; everything else is in pyproject.toml."""

from pathlib import Path

from setuptools import setup

if not (Path(__file__).parent / "job_search_client" / "bodies.py").exists():
    raise SystemExit("job_search_client/bodies.py is missing. Run `npm run client` in job-search first.")
setup()
