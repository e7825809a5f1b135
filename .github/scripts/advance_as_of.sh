#!/usr/bin/env bash
# Advances the platform's only clock, asOf, in a pull request of its own: what begins or ends with the date is seen in
# its diff. One branch, so that at most one such request is open.
#   AS_OF     the new date; default: today, UTC
#   PYTHON    interpreter that has the tool's requirements
#   GH_TOKEN  read by gh, to push the branch and to open the request
set -euo pipefail

: "${PYTHON:?}"
as_of=${AS_OF:-$(date -u +%F)}
file=profiles/platform.yaml
branch=gitops-gen/as-of
line='^(  asOf: )"([0-9]{4}-[0-9]{2}-[0-9]{2})"(.*)$'

if [[ ! $as_of =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]]; then
  echo "::error::AS_OF is no date such as 2026-11-30"
  exit 2
fi
if [ "$(grep -cE "$line" "$file")" != 1 ]; then
  echo "::error file=$file::exactly one line of the form '  asOf: \"2026-11-30\"' is needed"
  exit 2
fi
current=$(sed -nE "s/$line/\2/p" "$file")
# Dates of this form are in the order of their text.
if [[ ! $current < $as_of ]]; then
  echo "asOf is $current already"
  exit 0
fi

sed -E "s/$line/\1\"$as_of\"\3/" "$file" >"$file.new"
mv -- "$file.new" "$file"
PYTHONPATH=$PWD "$PYTHON" -P -m gitops_gen generate --format github

git config user.name "gitops-gen"
git config user.email "gitops-gen@users.noreply.github.com"
git switch --quiet --force-create "$branch"
git add -- "$file" generated
git commit --quiet --message "Advance asOf to $as_of"
gh auth setup-git
git push --quiet --force origin "HEAD:refs/heads/$branch"

if [ "$(gh pr list --head "$branch" --state open --json number --jq length)" = 0 ]; then
  gh pr create --head "$branch" --base main --title "Advance asOf" \
    --body "Grants and retirements are judged at asOf; the difference in generated/ is what began or ended since."
else
  echo "the pull request is open already, and holds $as_of now"
fi
