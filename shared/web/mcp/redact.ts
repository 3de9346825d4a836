/** Redacts an answer for assistants: removes printed content, fetched data and text from partners. */

import { formatMoney } from '../../domain/money.ts';
import { productNames } from '../../domain/names.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { bankAccountPage } from '../../orders/bank-accounts/register-bank-account.ts';
import { failureOf } from '../../orders/follow/progress.ts';
import { productNamed } from '../../products/index.ts';
import { productDocs } from '../docs/products.ts';
import type { RpcBody } from './messages.ts';

const printed = productNames.flatMap((name) => productNamed(name).insert?.member ?? []);

/**
 * Members that hold content for the partner to print, and the signature of a receipt. The signature costs more tokens than
 * the rest of the response, and the receipt behind the link has it. The summary says what the notice of returned mail says.
 * Names and addresses are a stranger's words. The list of tools has no room for the members about attachments.
 */
export const hidden = [
  ...printed,
  'signature',
  'return_notice',
  'attachment_pages',
  'content_parts',
  // The contacts of a receipt: its page has them.
  'to',
  'from',
];

export function redact(body: RpcBody): RpcBody {
  // The result of an address check has a message of our own, and nothing of it is printed.
  const isHidden = (name: string) => hidden.includes(name) && !('what' in body && printed.includes(name));
  const visible = Object.entries(body).filter(([name]) => !isHidden(name));
  const { warnings, status, payment_status, fulfillment_status, error } = body;
  // Our own reasons for an error of a job may pass, and a partner's free text must not.
  const errorOf = (reason: string) => {
    const { says, cause } = failureOf(reason);
    if (status === 'failed' || cause === 'payment') return says;
    return fulfillment_status === 'unknown' ? 'A person must decide about it.' : null;
  };
  return {
    ...Object.fromEntries(visible),
    ...(Array.isArray(warnings) && { warnings: warnings.map((warning) => withoutAuthorsWords(`${warning}`)) }),
    ...(typeof error === 'string' && payment_status !== undefined && { error: errorOf(error) }),
  };
}

/** The end of the refusal that names an address, in `rendering/html/check-html.ts`. */
const loadsNothing = ', and nothing is fetched for print. Use a data: URI instead.';

/**
 * A refusal or a warning without the names of elements, classes and addresses, which the author of the HTML has chosen:
 * an assistant might take them for instructions. REST repeats them, because they help a person to find the place.
 */
export function withoutAuthorsWords(sentence: string): string {
  const [field = ''] = /^[\w.]+: /.exec(sentence) ?? [];
  if (sentence.endsWith(loadsNothing)) return `${field}Something in the HTML is to be loaded${loadsNothing}`;
  const blanks = 'Blanks of a template are printed as they are';
  if (sentence.slice(field.length).startsWith(blanks))
    return `${field}${blanks}. Show the user the letter, and fill them in if they were meant to be replaced.`;
  // A tag's name holds no space and no >, and classes are repeated only if they hold letters, digits, - and _.
  const element = /^<[^\s>]+(?: class="[\w -]+")?>(?:::[\w-]+)?(?= )/;
  return field + sentence.slice(field.length).replace(element, 'An element');
}

/**
 * Says what a model or its user can do about a refusal. `sentence`: as REST says it. `tag`: the product of the tool, or
 * the group of tools that work for every product. `sent`: the arguments of the call.
 */
export function forAssistants(
  refusal: Refusal | undefined,
  sentence: string,
  { baseUrl, tag, sent }: { readonly baseUrl: string; readonly tag: string; readonly sent?: unknown },
): string {
  if (refusal?.code === 'not_found') {
    // Ids of another kind, by their prefix, and the way to a job's.
    const otherIds: Readonly<Record<string, string>> = {
      quote: 'That is the id of a quote: create the job with it, and send the job_id that it returns.',
      upload: 'That is the id of an upload: quote it by its pdf_url, and create the job with the quote.',
      bank: 'That is the id of a bank account: send the job_id that the creation of the job has returned.',
    };
    const { job_id } = (sent ?? {}) as { readonly job_id?: unknown };
    const [prefix = ''] = /^[a-z]+(?=_)/i.exec(`${job_id}`.trim()) ?? [];
    const cure =
      otherIds[prefix.toLowerCase()] ??
      'Send the job_id that the creation of the job has returned, or its pay link. An order number names the order to people only.';
    return `No job has this id. ${cure}`;
  }
  const registering = `The user registers the account at ${bankAccountPage(baseUrl)} and gives you its id, bank_….`;
  if (refusal?.details?.kind === 'bank_account')
    return `${refusal.field} ${refusal.details.cause}. Do not pass its numbers on. ${registering}`;
  const noAccount = /check\.bank_account is missing: [^.]*\./;
  const message = sentence
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
    .replace(/\.(?:first)?[nN]ame is missing: .*?\./, '.name is missing: send name or companyName.')
    .replace(noAccount, `check.bank_account is missing. ${registering}`)
    .replace(/\bat (?=\/\w)/g, `at ${baseUrl}`);
  if (!message.includes('Send exactly one of html') || !message.includes('none was sent')) return message;
  // `Before tax: letter, one page in color $2.44 to the US, CA$6.44 to Canada; ….`
  const lines = productDocs.find(({ name }) => name === tag)?.priceLines ?? [];
  const prices = lines.map(({ label, cents, currency }) => {
    const [us, canada] = [formatMoney(cents.US, currency.US), formatMoney(cents.CA, currency.CA)];
    return us === canada ? `${label} ${us}` : `${label} ${us} to the US, ${canada} to Canada`;
  });
  return `${message} Without content there is no exact price. Before tax: ${prices.join('; ')}.`;
}
