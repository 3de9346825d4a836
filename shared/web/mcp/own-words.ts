/** Refusals in words for assistants: REST tells programs which call to make, and a model with a shell might make it. */
import { formatMoney } from '../../domain/money/money.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { bankAccountPage } from '../../orders/bank-accounts/find-bank-account.ts';
import { productDocs } from '../docs/products.ts';

interface AskedTool {
  readonly baseUrl: string;
  /** The product of the tool, or the group of those that work for each. */
  readonly tag: string;
}

const noSuchJob =
  'not_found: there is no such job. Send the job_id that the creation of the job has returned, or its pay link. An order number names the order to people only.';

/** Says what a model or its user can do about a refusal. `sentence`: as REST says it. */
export function forAssistants(refusal: Refusal | undefined, sentence: string, { baseUrl, tag }: AskedTool): string {
  if (refusal?.code === 'not_found') return noSuchJob;
  const [fault, register] = sentence.split(/(?=: register (?:it|the account))/);
  if (register !== undefined)
    return `${fault}. Do not pass its numbers on. The user registers the account at ${bankAccountPage(baseUrl)} and gives you its id, bank_….`;
  const told = sentence
    .replace(/Send it to put_url, or have it attached at (\S+), then/, 'Give the user $1 to attach it; then')
    .replace(
      /(?:POST|request a new (?:one|upload) at) \/uploads\b[^.]*/,
      'quote with upload: true in place of pdf_url, which gives the user a page to attach it',
    )
    .replace(
      /Send exactly one of (\w+)\.html.*: none was sent, and no \1\.content_hash\./,
      '$1.content_hash is missing: send the content_hash of the quote.',
    )
    .replace(/\bat (?=\/\w)/g, `at ${baseUrl}`);
  return told.includes('Send exactly one of html')
    ? `${told} Without content there is no exact price. ${pricesOf(tag)}`
    : told;
}

/** `Before tax: letter, one page in color $2.44 to the US, CA$6.44 to Canada; ….` */
function pricesOf(product: string): string {
  const lines = productDocs.find(({ name }) => name === product)?.priceLines ?? [];
  const told = lines.map(({ label, cents, currency }) => {
    const [us, canada] = [formatMoney(cents.US, currency.US), formatMoney(cents.CA, currency.CA)];
    return us === canada ? `${label} ${us}` : `${label} ${us} to the US, ${canada} to Canada`;
  });
  return `Before tax: ${told.join('; ')}.`;
}
