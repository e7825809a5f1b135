#!/usr/bin/env bash
# Looks for holes in the workflows and actions, ours and those that `gitops-gen init` writes, and for wrong keys in them.
# Nothing is fetched.
#   BIN  folder of zizmor and check-jsonschema
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

: "${BIN:?}"
written=gitops_gen/data/init/ci
workflows=(.github/workflows/*.yml "$written"/github/dot-github/workflows/*.yml)
actions=(.github/actions/*/action.yml)
dependabot=(.github/dependabot.yml "$written/github/dot-github/dependabot.yml")

schema() { "$BIN/check-jsonschema" --quiet --builtin-schema "$@"; }

"$BIN/zizmor" --quiet --offline --no-config --persona pedantic --strict-collection \
  .github "$written"/github/dot-github/workflows/*.yml
schema vendor.github-workflows "${workflows[@]}"
schema custom.github-workflows-require-timeout "${workflows[@]}"
schema vendor.github-actions "${actions[@]}"
schema vendor.dependabot "${dependabot[@]}"
schema vendor.gitlab-ci "$written/gitlab/dot-gitlab-ci.yml"
