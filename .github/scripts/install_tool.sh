#!/usr/bin/env bash
# Makes an environment with what the tool of a checkout needs, from its locked files: wheels only, so that nothing of a
# package runs while it is installed.
#   SOURCE  the checkout
#   VENV    the environment to make
set -euo pipefail

: "${SOURCE:?}" "${VENV:?}"
python3 -m venv "$VENV"
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
  --require-hashes -r "$SOURCE/requirements/runtime.txt"
