#!/bin/sh
# A fax with curl, from the project's folder: price, job, payment, mailbox.
API=${API:-http://127.0.0.1:8787/v1}
JSON='content-type: application/json'
curl -s -o /dev/null "$API/health" || { echo "There is no service at $API: run npm start in another terminal first." >&2; exit 7; }
set -e
# Prints the part that the pattern matches, or fails with the whole response.
pick() { RESPONSE=$(cat); printf "%s\n" "$RESPONSE" | grep -o "$1" || { printf "%s\n" "$RESPONSE" >&2; return 1; }; }

QUOTE=$(curl -s "$API/fax-quotes" -H "$JSON" -d @examples/fax/quote.json |
  pick 'quote_[a-z0-9]\{20,\}')
KEY=$(node -p 'crypto.randomUUID()')
CHECKOUT=$(sed "s/QUOTE_ID/$QUOTE/; s/FRESH_UUID/$KEY/" examples/fax/job.json |
  curl -s "$API/fax-jobs" -H "$JSON" -d @- | pick 'http[^"]*/checkout/[^"]*')
curl -s "$CHECKOUT" -d action=pay -o /dev/null -w '%{http_code}\n'
curl -s "${API%/v1}/_mailbox" -H 'accept: application/json'
