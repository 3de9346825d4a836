#!/usr/bin/env bash
# `npm run test:all`: every test in full, external checks, and the stack deployed into an AWS emulator.
# The last line is `N passed, N failed`, and the exit status is 1 if anything failed. With --after-npm-test it skips the
# suites that `npm test` has just run in full.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
log=$(mktemp)
folder=$(mktemp -d)
requests=${PARTNER_REQUESTS:-$folder/requests} # what the tests send to the partners' doubles, for check.sh to validate
unset PARTNER_REQUESTS # so that the requests of planted bugs are not validated
trap 'rm -rf "$log" "$folder"' EXIT
mkdir -p "$requests"
bundles=$folder/bundles # test/cloud/bundles.test.ts builds the packages once, and the deployed stack uses them
# The deployed stack's Python packages are downloaded while other suites run. If that fails, its run says why.
node_modules/.bin/node test/deployed/python.ts "$folder/python" >"$folder/pip" 2>&1 &
pip=$!

passed=0
failed=0
took=''
skipped=''
counts() { # counts NAME COMMAND…: adds the numbers on the command's last line
  local status p f started=$SECONDS
  echo "== $1"
  "${@:2}" 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  read -r p _ f _ <<<"$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)"
  [[ "${p:-} ${f:-}" =~ ^[0-9]+\ [0-9]+$ ]] || { p=0 f=1; }
  passed=$((passed + p))
  failed=$((failed + f))
  skipped+=$(grep '^skipped:' "$log")
  [ "$status" -eq 0 ] || [ "$f" -gt 0 ] || failed=$((failed + 1))
  took+="$1: $((SECONDS - started)) s; "
}

suites=''
if [ "${1:-}" = --after-npm-test ]; then
  sampled=$(TEST_CASES=all node_modules/.bin/node node_modules/jest/bin/jest.js --listTests --findRelatedTests test/support/sampling.ts)
  long=$(node_modules/.bin/node --eval "import('./test/long-suites.js').then(({ longSuites }) => console.log(longSuites.join('\n')))")
  suites="${sampled//"$PWD/"/} $long"
  [[ $suites == *test/simulation/chaos.test.ts*test/simulation/crash.test.ts* ]] || { echo 'The sampled suites are not found.'; exit 1; }
fi
# These don't depend on timing and need only a processor, so they run alongside the deployed stack.
patient='test/(docs|domain|model|orders|pages|simulation)/|test/cloud/(access|canary|edge|groups|nag|rights|service|stages)[.]'
# shellcheck disable=SC2086 # No path of a suite has a space.
counts 'npm test, with every case' env TEST_CASES=all PARTNER_REQUESTS="$requests" DEPLOYED_BUNDLES="$bundles" npm test -- \
  $suites --testPathIgnorePatterns=/node_modules/ --testPathIgnorePatterns="$patient"
# One row in twenty, to notice outdated rows; `npm run test:mutants` plants them all. Nothing runs beside it, because a
# suite that is too slow would count as one that finds the bug.
counts 'planted bugs, a sample' node_modules/.bin/node test/tools/mutants/run.ts --sample 20

# The deployed stack and each of these often leave a processor idle.
start() { # start NAME COMMAND…: starts the command; `finish NAME` waits for it and adds its numbers
  "${@:2}" >"$folder/$1" 2>&1 &
  eval "$1=$!"
}
finish() { # finish NAME TITLE: waits here, because `counts` runs its command in a subshell
  local code
  wait "${!1}"
  code=$?
  replay() {
    cat "$folder/$1"
    return "$code"
  }
  counts "$2" replay "$1"
}
patient_suites=$(tr ' ' '\n' <<<"$suites" | grep -E "$patient")
# shellcheck disable=SC2086
start others nice -n 10 env TEST_CASES=all npm test -- --maxWorkers=2 ${patient_suites:-$patient}
# If Python's package index or Go's module proxy can't be reached, the next two print a line that begins with `skipped:`
# and count nothing. That line is repeated at the end.
start external env PARTNER_REQUESTS="$requests" test/external/check.sh
wait "$pip"
counts 'test/deployed' env DEPLOYED_BUNDLES="$bundles" DEPLOYED_PYTHON="$folder/python" timeout --kill-after=60 1800 node_modules/.bin/node test/deployed/run.ts
finish external 'test/external/check.sh'
finish others 'seeded runs, the model, and parts of the stack, in full'

[ -z "$skipped" ] || echo "$skipped"
echo "took $SECONDS s: ${took%; }"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
