#!/usr/bin/env bash
# Runs the tool of the commit by which this action is pinned, with that commit's locked dependencies.
#   ACTION_PATH  folder of this action
#   COMMAND      generate or validate
#   DIRECTORY    the platform repository
#   VENV         where the environment is made, unless PYTHON is set
set -euo pipefail

: "${ACTION_PATH:?}" "${COMMAND:?}" "${DIRECTORY:?}"
tool=$(cd -- "$ACTION_PATH/../../.." && pwd -P)
directory=$(cd -- "$DIRECTORY" && pwd -P)
python=${PYTHON:-}
if [ -z "$python" ]; then
  SOURCE=$tool VENV=${VENV:?} "$tool/.github/scripts/install_tool.sh"
  python=$VENV/bin/python
fi

case $COMMAND in
  generate) arguments=(generate --check) ;;
  validate) arguments=(validate) ;;
  *)
    echo "::error::the input \"command\" is generate or validate"
    exit 2
    ;;
esac
cd -- "$tool"
PYTHONPATH=$tool exec "$python" -P -m gitops_gen -C "$directory" "${arguments[@]}" --format github
