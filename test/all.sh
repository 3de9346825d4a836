#!/usr/bin/env bash
# `npm run test:all`: every proof in full, the checks of others, and the stack deployed into an emulator of AWS.
# Prints `N passed, N failed` alone on its last line and fails if anything did.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
log=$(mktemp)
requests=$(mktemp -d) # what the tests ask of the partners' doubles, for the judges of check.sh
trap 'rm -rf "$log" "$requests"' EXIT

passed=0
failed=0
skipped=''
counts() { # counts NAME COMMAND…: as many points as the command itself counts on its last line
  local ended p f
  echo "== $1"
  "${@:2}" 2>&1 | tee "$log"
  ended=${PIPESTATUS[0]}
  read -r p _ f _ <<<"$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)"
  [[ "${p:-} ${f:-}" =~ ^[0-9]+\ [0-9]+$ ]] || { p=0 f=1; }
  passed=$((passed + p))
  failed=$((failed + f))
  skipped+=$(grep '^skipped:' "$log")
  [ "$ended" -eq 0 ] || [ "$f" -gt 0 ] || failed=$((failed + 1))
}

counts 'npm test, with every proof in full' env PROOFS=all PARTNER_REQUESTS="$requests" npm test
# One row in nine, so that nobody forgets a row that no longer proves anything; `npm run test:mutants` plants them all.
counts 'planted bugs, a sample' node_modules/.bin/node test/tools/mutants/run.ts --sample 9
# Where Python's package index or Go's module proxy cannot be reached, these two say so in a line that begins with
# `skipped:`, and count nothing; that line is repeated at the end.
counts 'test/external/check.sh' env PARTNER_REQUESTS="$requests" test/external/check.sh
counts 'test/deployed' timeout --kill-after=60 480 node_modules/.bin/node test/deployed/run.ts

[ -z "$skipped" ] || echo "$skipped"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
