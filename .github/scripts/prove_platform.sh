#!/usr/bin/env bash
# Judges the specs of a change, and its generated files, with the tool that the change cannot touch: the one of the base
# branch. Where the tool itself is changed, its own output is what must be committed; the tool is then judged by the
# other jobs, and by its owners' review.
#   BASE            checkout of the base branch
#   CHANGE          checkout of what would be merged
#   BASE_PYTHON     interpreter with what the base's tool needs
#   CHANGE_PYTHON   the same for the change's tool
set -euo pipefail

: "${BASE:?}" "${CHANGE:?}" "${BASE_PYTHON:?}" "${CHANGE_PYTHON:?}"
base=$(cd -- "$BASE" && pwd -P)
change=$(cd -- "$CHANGE" && pwd -P)

tree_of() { git -C "$1" rev-parse --verify --quiet "HEAD:$2"; }

unchanged() { [ "$(tree_of "$base" "$1" || true)" = "$(tree_of "$change" "$1" || true)" ]; }

# A checkout whose files are not those of its commit would be judged by something else than what is merged.
if [ -n "$(git -C "$change" status --porcelain --untracked-files=no)" ]; then
  echo "::error::the checkout of the change is not clean"
  exit 2
fi

if unchanged gitops_gen && unchanged requirements/runtime.txt; then
  tool=$base python=$BASE_PYTHON
  echo "judged by the base branch's tool"
else
  tool=$change python=$CHANGE_PYTHON
  echo "::notice::the tool is changed here: generated/ is compared with what the changed tool makes"
fi

# -P: Python code lying in the folder of the change is not imported in place of the tool's.
cd -- "$tool"
PYTHONPATH=$tool exec "$python" -P -m gitops_gen -C "$change" generate --check --format github
