/** llms.txt: the service on one page, for language models. Its prices come from the price list. */
import { mcpSettings } from '../config/app.ts';
import { provinces } from '../domain/money.ts';
import type { ProductName } from '../domain/names.ts';
import { capitalized } from '../domain/text.ts';
import { priceList } from '../products/common.ts';
import { productNamed } from '../products/index.ts';
import { pluralsOf, productDocs } from './docs/products.ts';
import { withMiddleware } from './http/middleware.ts';
import { problemAsJson, statusOfOutcome } from './http/problem.ts';

export function llmsText(input: {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly paymentMode: 'mock' | 'real';
  /** The products that can be ordered. */
  readonly sold: readonly ProductName[];
}): string {
  const { baseUrl, mcpUrl, paymentMode, sold } = input;
  const docs = productDocs.filter(({ name }) => sold.includes(name));
  const routes = (kind: 'quotes' | 'jobs') =>
    docs.map(({ name }) => `POST /${name === 'letter' ? '' : `${name}-`}${kind}`).join(', ');
  const tools = (before: string, after = '') => docs.map(({ name }) => `${before}_${name}${after}`).join(', ');
  // One text for each tax: `HST 15% in NB, NL, PE`.
  const taxes = Object.entries(
    Object.groupBy(Object.keys(provinces) as (keyof typeof provinces)[], (code) => provinces[code].label),
  ).map(([label, codes = []]) => `${label} in ${codes.join(', ')}`);
  const quotedByContent = pluralsOf(docs.filter(({ name }) => productNamed(name).paper !== undefined));
  const contentRule = `- ${capitalized(quotedByContent)} take exactly one of \`text\`, \`html\`, \`markdown\`, \`pdf_url\`, and up to five PDFs after it as \`attachments\`, \`[{"pdf_url"}]\`; the job takes the same again, or the quote's \`content_hash\` in its place.\n`;
  const takesBankAccounts = docs.some(({ name }) => productNamed(name).bankAccountField !== undefined);
  const accountRule = ` The owner of the account opens
  ${baseUrl}/bank-accounts/new, types them there once, and gives you the \`bank_…\` id. The same owner removes the account at
  ${baseUrl}/bank-accounts/remove.`;
  return `# Print and mail

> ${capitalized(pluralsOf(docs))} to the US and Canada, printed and mailed or sent for you. No account and no key. Every price is exact
> before anything is charged, and only a person pays, at a link.

${
  paymentMode === 'mock'
    ? 'This is **test mode**: no card is charged, and nothing is mailed or sent. Say so to the user.'
    : 'This is the real service: what a person pays at the link is charged, and what was paid for is mailed or sent.'
}

## Interfaces

- REST: ${baseUrl}, described by [OpenAPI 3.1](${baseUrl}/openapi.json). JSON in, JSON out, open to browsers.
- MCP (Streamable HTTP, no login): ${mcpUrl}. The same calls, prices and errors as tools.
- Every field, rule and error code: [docs](${baseUrl}/docs.md), or all of it in [one file](${baseUrl}/llms-full.txt).

## Order of calls

| Step | REST | MCP tool |
|---|---|---|
| 1. Quote: exact price, nothing charged | ${routes('quotes')} | ${tools('quote')} |
| 2. Show price and warnings to the user, and wait for a yes | | |
| 3. Job: the same content, the quote_id, a fresh UUID as idempotency_key | ${routes('jobs')} | ${tools('create', '_job')} |
| 4. Give pay_url to the user, who pays there | | |
| 5. Status, until it is settled | GET /jobs/{job_id} | get_job_status |
| Notifications sent because of \`notify\`, and their outcome | GET /jobs/{job_id}/events | |
| Receipt, signed | GET /jobs/{job_id}/receipt | get_proof_of_mailing |
| Cancel, before it is printed or sent | POST /jobs/{job_id}/cancel | cancel_letter |

${quotedByContent && contentRule}- A quote is valid for 60 minutes, a payment link for 24 hours. After \`quote_content_mismatch\`, quote and ask again.
- You do not have to poll: \`notify: {webhook_url, email}\` beside the order reports each step. An email only if the user asks.
- Retry with the same idempotency_key: you get the same job, and never a second charge.
- Claim no more than the status says: \`mailed\` is not delivered.
- A sent fax and a mailed check cannot be recalled: confirm number, payee and amount first.

## Prices

Prices exclude tax; price list ${priceList.version}. The quote is always exact: never work out a price yourself.

${docs.map(({ prices }) => prices).join('\n')}
- Tax is added for recipients in Canada only: ${taxes.join('; ')}.
- Send province_or_state with every quote to Canada. Without it, the response has \`tax_pending\` and, as \`most_total\`, the highest possible total.

## Never send

- Account, routing, transit or institution numbers in a chat, a tool call or a check job.${takesBankAccounts ? accountRule : ''}
- Card numbers or passwords, anywhere. People pay only on the payment page.
- Job ids and \`bank_…\` ids to anyone but the user: the holder of a job id can see and cancel the job.
`;
}

export const llms = () =>
  withMiddleware(
    'show-about',
    async ({ deps, caller }) => ({
      statusCode: statusOfOutcome.done,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: llmsText({
        baseUrl: caller.baseUrl,
        mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', caller.baseUrl).href,
        paymentMode: deps.settings.paymentMode,
        sold: deps.settings.sold,
      }),
    }),
    { formatProblem: problemAsJson, openToBrowsers: true },
  );
