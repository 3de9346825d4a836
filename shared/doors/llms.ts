/** llms.txt: the service on one page, for a language model that has just met it. Its prices are those of the price list. */
import { type Currency, formatMoney } from '../core/money.ts';
import { provinces } from '../core/sales-tax.ts';
import { priceList } from '../products/price-list.ts';

interface Told {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly paymentMode: 'mock' | 'real';
}

type LetterPrices = (typeof priceList.letter)['US' | 'CA'];
type Inks = Record<'bw' | 'color', number>;

const money = (cents: number, currency: Currency) => `${currency} ${formatMoney(cents, currency).replace(/^\D+/, '')}`;

const rowOf = (what: string, currency: Currency, base: Inks, extra: Inks) =>
  `| ${what} | ${money(base.bw, currency)} | ${money(base.color, currency)} | ${money(extra.bw, currency)} | ${money(extra.color, currency)} |`;

const letterRows = (country: string, currency: Currency, { base, extraPage, registered }: LetterPrices) => [
  rowOf(`${country}, standard mail`, currency, base, extraPage),
  rowOf(`${country}, registered`, currency, registered.base, registered.extraPage),
];

/** `HST 15% in NB, NL, PE`, for each tax that there is. */
const taxes = Object.entries(
  Object.groupBy(Object.keys(provinces) as (keyof typeof provinces)[], (code) => provinces[code].label),
).map(([label, codes = []]) => `${label} in ${codes.join(', ')}`);

const { letter, check, fax } = priceList;

const prices = `## Prices

Without tax; price list ${priceList.version}. The quote is always exact: never work out a price yourself.

| Letter | First page, black and white | First page, colour | Each extra page, black and white | Each extra page, colour |
|---|---|---|---|---|
${[...letterRows('US', 'USD', letter.US), ...letterRows('Canada', 'CAD', letter.CA)].join('\n')}

- Check, whatever its amount: ${money(check.US, 'USD')} to the US, ${money(check.CA, 'CAD')} to Canada.
- Fax: ${money(fax.firstPage, 'USD')} for the first page, ${money(fax.extraPage, 'USD')} for each extra page; USD to Canada, too.
- Tax is added for recipients in Canada only: ${taxes.join('; ')}.
`;

const notes = {
  mock: 'This is **test mode**: no card is charged, no letter or check is mailed, no fax is sent. Say so to the user.',
  real: 'This is the real service: what a person pays at the link is charged, and what was paid for is mailed or sent.',
} as const;

export const llmsText = ({ baseUrl, mcpUrl, paymentMode }: Told): string => `# Print and mail

> Prints and mails letters and checks, and sends faxes, to the US and Canada. No account and no key. Every price is exact
> before anything is charged, and only a person pays, at a link.

${notes[paymentMode]}

## Doors

- REST: ${baseUrl}, described by [OpenAPI 3.1](${baseUrl}/openapi.json). JSON in, JSON out, open to browsers.
- MCP (Streamable HTTP, no login): ${mcpUrl}. The same calls, prices and errors as tools.

## Order of calls

| Step | Letter | Check | Fax | MCP tool |
|---|---|---|---|---|
| 1. Quote: exact price, nothing charged | POST /quotes | POST /check-quotes | POST /fax-quotes | quote_letter, quote_check, quote_fax |
| 2. Show price and warnings to the user, and wait for a yes | | | | |
| 3. Job: the same content, the quote_id, a fresh idempotency_key | POST /jobs | POST /check-jobs | POST /fax-jobs | create_letter_job, create_check_job, create_fax_job |
| 4. Give checkout_url to the user, who pays there | | | | |
| 5. Status, until it is settled | GET /jobs/{job_id} | same | same | get_job_status |
| Receipt, signed | GET /jobs/{job_id}/receipt | same | same | get_proof_of_mailing |
| Cancel, before production | POST /jobs/{job_id}/cancel | same | same, before it is sent | cancel_letter |

- Letters and faxes take exactly one of \`text\`, \`html\`, \`pdf_url\`; the job takes the very same content as its quote.
- A quote lives 60 minutes, a payment link 24 hours. After \`quote_content_mismatch\`, quote and ask again.
- Retry with the same idempotency_key: it is the same job, never a second charge.
- Claim no more than the status says: \`mailed\` is not delivered.
- A sent fax and a mailed check cannot be taken back: confirm number, payee and amount first.

${prices}
## Never send

- Account, routing, transit or institution numbers in a chat, a tool call or a check job. The owner of the account opens
  ${baseUrl}/bank-accounts/new, types them there once, and gives you the \`bank_…\` id.
- Card numbers or passwords, anywhere. Payment happens on the payment page alone.
- Job ids and \`bank_…\` ids to anybody but the user: whoever holds a job id can see and cancel the job.
`;
