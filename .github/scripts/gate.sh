#!/usr/bin/env bash
# The verdict over all jobs of a workflow. A job that was skipped or cancelled has proven nothing.
#   RESULTS  job=result pairs, separated by blanks
set -euo pipefail
set -f # a result is no file name

results=${RESULTS:-}
if [ -z "${results//[[:space:]]/}" ]; then
  echo "::error::the gate was told no results"
  exit 1
fi

status=0
for pair in $results; do
  job=${pair%%=*} result=${pair#*=}
  if [ "$result" = success ] && [ "$pair" = "$job=$result" ] && [ -n "$job" ]; then
    echo "$job: success"
  else
    echo "::error::$job: ${result:-nothing}, where only success will do"
    status=1
  fi
done
exit "$status"
