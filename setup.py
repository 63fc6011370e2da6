"""What pyproject.toml cannot say: the folder scenarios/ is installed as part of the package, as ttrsim/scenarios/."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["ttrsim*"]), "ttrsim.scenarios"],
    package_dir={"ttrsim.scenarios": "scenarios"},
)
