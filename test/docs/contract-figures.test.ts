/** The contract's limits, compared with the constants. Prices and taxes are compared beside their golden figures. */
import { fetchLimits } from '../../shared/adapters/http/fetch-pdf.ts';
import { config } from '../../shared/compose/config.ts';
import { provinceLength } from '../../shared/core/address.ts';
import { mostAttachments } from '../../shared/core/given/attachments.ts';
import { maxContentBytes, mostFileBytes } from '../../shared/core/given/content.ts';
import {
  checkoutLivesMs,
  jobKeptMs,
  keyLivesMs,
  quoteLivesMs,
  uploadKeptMs,
  uploadOpenMs,
} from '../../shared/core/lifetimes.ts';
import { addressLookUps, limitWindowSeconds, requestLimits } from '../../shared/core/network.ts';
import {
  addressCheckMs,
  bouncesEndAfterMs,
  creatingEndsAfterMs,
  mostBounces,
  readAtMostEveryMs,
} from '../../shared/core/retry.ts';
import { mostMarks } from '../../shared/core/text.ts';
import { mostJsonValues } from '../../shared/doors/http/read-json.ts';
import { mostEmailsOfEvent } from '../../shared/notifications/resend.ts';
import { printLimits } from '../../shared/rendering/chromium/print-html.ts';
import { htmlLimits } from '../../shared/rendering/html/html-limits.ts';
import { messageLimits } from '../../shared/rendering/html/sanitize-message.ts';
import { inspectLimits } from '../../shared/rendering/pdf/inspect-pdf.ts';
import { mostPixels } from '../../shared/rendering/photo/picture.ts';
import { freeLookUpsOfNetwork, lookUpsOfNetwork } from '../../shared/usecases/addresses/check-address.ts';
import { registerBankAccount } from '../../shared/usecases/bank-accounts/register-bank-account.ts';
import { removeBankAccount } from '../../shared/usecases/bank-accounts/remove-bank-account.ts';
import { mostResends } from '../../shared/usecases/jobs/resend-event.ts';
import { shape } from '../support/docs/openapi-shapes.ts';
import { pageAt, tableOf } from '../support/markdown.ts';
import { papers } from '../support/rendering/papers.ts';

const contract = pageAt('docs/contract.md');
const rowsOf = (heading: string, column: string) => tableOf(contract, heading, column).rows;

test('the limits are those of the code', () => {
  const [minutes, hours, days] = [60_000, 3_600_000, 86_400_000] as const;
  const count = (number = 0) => number.toLocaleString('en-US');
  const memo = shape('CheckJobRequest', 'check', 'memo');
  const face = shape('CheckJobRequest', 'check', 'amount_cents');
  expect(rowsOf('Limits', 'Limit')).toEqual([
    ['A quote holds', `${quoteLivesMs / minutes} minutes`],
    ['A payment page is open', `${checkoutLivesMs / hours} hours at most`],
    ['An idempotency key is remembered', `${keyLivesMs / days} days`],
    ['A job is remembered', `${jobKeptMs / days} days`],
    ['html, text and markdown', `${count(maxContentBytes)} bytes each`],
    ['A PDF behind pdf_url', `${count(fetchLimits.bytes)} bytes, ${fetchLimits.redirects} redirects`],
    ['An uploaded file', `${count(mostFileBytes)} bytes`],
    ['Sending it after the ticket; quoting it', `${uploadOpenMs / minutes} minutes; ${uploadKeptMs / hours} hours`],
    ['Attachments', `${mostAttachments}`],
    ['A photograph', `${mostPixels / 1e6} million pixels`],
    ['All files of one request', `${count(mostFileBytes)} bytes together`],
    ['Fetching it', `${fetchLimits.connectMs / 1_000} seconds to connect, ${fetchLimits.totalMs / 1_000} in all`],
    ['Printing HTML', `${printLimits.timeMs / 1_000} seconds`],
    ['Reading a PDF; drawing one of its pages', `${inspectLimits.timeMs / 1_000} seconds each`],
    ['Pages of a letter', `${papers.letter.mostPages}`],
    ['Pages of a fax', `${papers.fax.mostPages}`],
    ['Top of page 1 for the addresses of a letter', `${papers.letter.addressZoneIn} inches`],
    ['Values in a JSON body', count(mostJsonValues)],
    ['Accents or other combining marks in a row', `${mostMarks}`],
    ['A province or state that stands alone', `${provinceLength} characters`],
    [
      'Elements of HTML',
      `${count(htmlLimits.elements)}, nested ${htmlLimits.depth} deep, ${count(htmlLimits.attributes)} attributes in all`,
    ],
    [
      'Message under a check',
      `${count(messageLimits.bytes)} bytes of HTML, ${papers.check.textHeightIn.toFixed(1)} inches tall`,
    ],
    ['Memo of a check', `${memo.maxLength} characters`],
    ['Face amount of a check', `${count(face.minimum)} to ${count(face.maximum)} cents`],
    ['Registrations of bank accounts', `${registerBankAccount.perHour} an hour from one network`],
    ['Removals of bank accounts', `${removeBankAccount.perHour} an hour from one network`],
    ...Object.entries({
      Quotes: requestLimits.quotes,
      'Jobs created, previewed and cancelled, and addresses verified': requestLimits.jobs,
      'Statuses, receipts, letter records and pictures of pages': requestLimits.reads,
      Uploads: requestLimits.uploads,
    }).map(([what, most]) => [what, `${count(most)} in ${limitWindowSeconds / 60} minutes from one network`]),
    ['Calls of tools over MCP', `${count(config('mcp', {}).MCP_REQUESTS_PER_HOUR)} an hour from one network`],
    [
      'Telling an event again',
      `${mostResends} times an hour for one job; at most ${mostEmailsOfEvent} e-mails about one event`,
    ],
    [
      'Checking an address',
      `${addressCheckMs / 1_000} seconds; look-ups at the partners: ${lookUpsOfNetwork.most} in ${lookUpsOfNetwork.windowSeconds / 60} minutes from one network, and ${freeLookUpsOfNetwork.most} an hour of those that order nothing; ${addressLookUps.toLocaleString('en-US')} in ${limitWindowSeconds / 60} minutes of all callers together, half of them for orders`,
    ],
    ['Attempts at a partner that does not answer', `${creatingEndsAfterMs / hours} hours`],
    ['New calls of a busy fax line', `${mostBounces} within ${bouncesEndAfterMs / minutes} minutes`],
    ["Readings of a partner's status", `one in ${readAtMostEveryMs / 1_000} seconds for each job`],
    ["Readings of a letter's record", `one in ${readAtMostEveryMs / 1_000} seconds for each letter`],
    ['Whole fetches of a PDF after its quote', 'one for each file of a quote and network'],
  ]);
});
