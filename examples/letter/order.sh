#!/bin/sh
# A letter with nothing but curl, from the project's folder: price, job, payment, mailbox.
API=${API:-http://127.0.0.1:8787/v1}
JSON='content-type: application/json'
curl -s -o /dev/null $API/health || { echo "There is no service at $API: run npm start in another terminal first." >&2; exit 7; }

QUOTE=$(curl -s $API/quotes -H "$JSON" -d @examples/letter/quote.json |
  grep -o 'quote_[a-z0-9]\{20,\}')
KEY=$(node -p 'crypto.randomUUID()')
CHECKOUT=$(sed "s/QUOTE_ID/$QUOTE/; s/FRESH_UUID/$KEY/" examples/letter/job.json |
  curl -s $API/jobs -H "$JSON" -d @- | grep -o 'http[^"]*/checkout/[^"]*')
curl -s $CHECKOUT -d action=pay -o /dev/null -w '%{http_code}\n'
curl -s ${API%/v1}/_mailbox -H 'accept: application/json'
