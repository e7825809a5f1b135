#!/usr/bin/env bash
# Builds the wheel, installs it in a new environment with its locked dependencies, and uses it as a newcomer would, far from
# the sources: for each engine what `init` prints is run, with a bare repository on this disk for a remote; then a change is
# committed and pushed, and whoever clones it is told that all is current.
#   PYTHON  the interpreter that builds, with hatchling
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$PYTHON" -m hatchling build --target wheel --directory "$place/dist" >/dev/null 2>&1
"$PYTHON" -m venv "$place/venv"
pip=("$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check)
"${pip[@]}" --require-hashes --requirement requirements/runtime.txt
"${pip[@]}" --no-deps "$place"/dist/*.whl

unset PYTHONPATH
export PATH="$place/venv/bin:$PATH" GIT_CONFIG_GLOBAL="$place/gitconfig" GIT_CONFIG_NOSYSTEM=1 XDG_CACHE_HOME="$place/cache"
git config --global user.name "A Newcomer"
git config --global user.email newcomer@acme.example
cd "$place"
python -c 'import gitops_gen, sys; sys.exit(not gitops_gen.__file__.startswith(sys.prefix))'
gitops-gen --version

for engine in argocd flux; do
  git init --quiet --bare --initial-branch main "$engine.git"
  git config --global --replace-all "url.$place/$engine.git.insteadOf" "https://github.com/acme/$engine.git"
  gitops-gen init "$engine" --engine "$engine" --repository "https://github.com/acme/$engine.git" >"$engine.txt"
  # The steps as printed: the indented lines between "Next:" and the empty one.
  sed -n '/^Next:$/,/^$/{s/^  //p}' "$engine.txt" >"$engine.sh"
  grep -q 'git push' "$engine.sh"
  bash -euo pipefail "$engine.sh" >"$engine.log" 2>&1 || { cat "$engine.log"; exit 1; }
  sed -i.bak 's/^  costCenter: .*/  costCenter: "4711"/' "$engine/profiles/teams/vision.yaml"
  rm "$engine/profiles/teams/vision.yaml.bak"
  if gitops-gen -C "$engine" generate --check >/dev/null; then
    echo "a changed spec passed"
    exit 1
  fi
  gitops-gen -C "$engine" commit --push -m "Another cost center" | tail -2
  git clone --quiet "$engine.git" "$engine-clone"
  gitops-gen -C "$engine-clone" generate --check | tail -1
done
wheel=(dist/*.whl)
echo "the wheel works: ${wheel[0]#dist/}, $(du -h "${wheel[0]}" | cut -f1)"
