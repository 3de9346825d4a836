/** Refusals in words for assistants: REST tells programs which call to make, and a model with a shell might make it. */
import { formatMoney } from '../../domain/money/money.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { bankAccountPage } from '../../orders/bank-accounts/find-bank-account.ts';
import { productDocs } from '../docs/products.ts';

interface AskedTool {
  readonly baseUrl: string;
  /** The product of the tool, or the group of those that work for each. */
  readonly tag: string;
  /** The arguments of the call. */
  readonly sent?: unknown;
}

/** Ids of another kind, by their prefix, and the way to a job's. */
const otherIds: Readonly<Record<string, string>> = {
  quote: 'That is the id of a quote: create the job with it, and send the job_id that it returns.',
  upload: 'That is the id of an upload: quote it by its pdf_url, and create the job with the quote.',
  bank: 'That is the id of a bank account: send the job_id that the creation of the job has returned.',
};

function noSuchJob(sent: unknown): string {
  const { job_id } = (sent ?? {}) as { readonly job_id?: unknown };
  const [prefix = ''] = /^[a-z]+(?=_)/i.exec(`${job_id}`.trim()) ?? [];
  const cure =
    otherIds[prefix.toLowerCase()] ??
    'Send the job_id that the creation of the job has returned, or its pay link. An order number names the order to people only.';
  return `not_found: there is no such job. ${cure}`;
}

/** Says what a model or its user can do about a refusal. `sentence`: as REST says it. */
export function forAssistants(
  refusal: Refusal | undefined,
  sentence: string,
  { baseUrl, tag, sent }: AskedTool,
): string {
  if (refusal?.code === 'not_found') return noSuchJob(sent);
  const registering = `The user registers the account at ${bankAccountPage(baseUrl)} and gives you its id, bank_….`;
  const [fault, register] = sentence.split(/(?=: register (?:it|the account))/);
  if (register !== undefined) return `${fault}. Do not pass its numbers on. ${registering}`;
  const noAccount = /check\.bank_account is missing: [^.]*\./;
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
    // The tools list the hash alone, and one way to name a person.
    .replace(/ and exactly one of html[^.]*?pdf_url(?=\.)/, " and the quote's content_hash")
    .replace(/\.firstName is missing: .*?\./, '.name is missing: send name or companyName.')
    .replace(noAccount, `check.bank_account is missing. ${registering}`)
    .replace(/\bat (?=\/\w)/g, `at ${baseUrl}`);
  return told.includes('Send exactly one of html') && told.includes('none was sent')
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
