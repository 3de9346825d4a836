#!/usr/bin/env bash
# Checks this service with third-party tools: a linter of its OpenAPI document, the generator of its client, a proxy that
# checks its responses against the document, the MCP inspector, the MCP conformance suite, and the partners' own
# descriptions of their APIs. It installs the tools' packages here; the project's own must already be installed.
# Everything listens on 127.0.0.1.
# The last line is only `N passed, N failed`, and it fails if anything did.
set -uo pipefail
cd "$(dirname "$0")" || exit 1
PATH="$(cd ../.. && pwd)/node_modules/.bin:$PATH" # the project's own Node
export CI=1 NO_COLOR=1 DO_NOT_TRACK=1 SCARF_ANALYTICS=false REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

passed=0
failed=0
check() { # check NAME COMMAND…: counts one check
  echo "== $1"
  if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1"; fi
}
counts() { # counts NAME COMMAND…: adds the numbers on the command's last line
  local output line p f
  echo "== $1"
  output=$(timeout 1200 "${@:2}" 2>&1)
  local code=$?
  echo "$output"
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' <<<"$output" | tail -n 1)
  read -r p _ f _ <<<"${line:-0 passed, 1 failed}"
  passed=$((passed + p))
  failed=$((failed + f))
  [ "$code" -eq 0 ] || [ "$f" -gt 0 ] || failed=$((failed + 1))
}

echo '== npm ci'
timeout 600 npm ci --no-audit --no-fund || { echo '0 passed, 1 failed'; exit 1; }

check 'lock file without download addresses' bash -c '! grep -q "\"resolved\"" package-lock.json'
check 'docs/openapi.json is clean' timeout 120 npm run --silent lint
check 'client/schema.ts is up to date (npm run generate:client)' timeout 120 npm run --silent client -- --check
counts 'the REST journeys through a validating proxy' node through-proxy.ts
counts 'the MCP inspector and the conformance suite' node assistants.ts
counts 'the MCP registry’s schema' node registry.ts
counts 'the workflows' node workflows.ts
counts 'the package for npm, from a packed file' node packed.ts
counts 'the generated Python client orders' node generators.ts

# In test:all, the test suites have recorded the requests. Otherwise, the suites that call partners do it here.
requests=${PARTNER_REQUESTS:-}
if [ -z "$requests" ]; then
  requests=$(mktemp -d)
  trap 'rm -rf "$requests"' EXIT
  check 'the suites that call partners' env PARTNER_REQUESTS="$requests" \
    npm --prefix ../.. test -- test/partners test/operator test/orders/audit test/web/operate test/e2e/real
fi
counts 'the partners’ own descriptions' node partner-apis.ts "$requests"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
