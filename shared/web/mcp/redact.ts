/** Redacts an answer for assistants: removes printed content and fetched data. */

import { formatMoney } from '../../domain/money.ts';
import { productNames } from '../../domain/names.ts';
import { ownFile, type Refusal } from '../../domain/refusal.ts';
import { blanksStart } from '../../domain/warnings.ts';
import { bankAccountPage } from '../../orders/bank-accounts/register-bank-account.ts';
import { joined } from '../../orders/follow/state-words.ts';
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
  const { warnings } = body;
  return {
    ...Object.fromEntries(visible),
    ...(Array.isArray(warnings) && { warnings: warnings.map((warning) => withoutAuthorsWords(`${warning}`)) }),
  };
}

/**
 * A refusal or a warning without the names of elements and classes and without a template's blanks, which the author of
 * the HTML has chosen: an assistant might take them for instructions. REST repeats them, because they help a person to
 * find the place.
 */
export function withoutAuthorsWords(sentence: string): string {
  const [field = ''] = /^[\w.]+: /.exec(sentence) ?? [];
  const rest = sentence.slice(field.length);
  if (rest.startsWith(blanksStart))
    return `${field}${blanksStart}. Show the user the letter, and fill them in if they were meant to be replaced.`;
  // A tag's name holds no space and no >, and classes are repeated only if they hold letters, digits, - and _.
  const element = /^<[^\s>]+(?: class="[\w -]+")?>(?:::[\w-]+)?(?= )/;
  return field + rest.replace(element, 'An element');
}

/** A call that was refused. */
interface RefusedCall {
  readonly baseUrl: string;
  /** The product of the tool, or the group of tools that work for every product. */
  readonly tag: string;
  /** The tool can give the user a page to attach a file. */
  readonly takesFiles: boolean;
  readonly sent: unknown;
}

/** Says what a model or its user can do about a refusal. */
export function forAssistants(refusal: Refusal, { baseUrl, tag, takesFiles, sent }: RefusedCall): string {
  if (refusal.code === 'not_found') return `No job has this id. ${cureOfId(sent)}`;
  const { field = '', details, faults } = refusal;
  // An assistant can't upload a file, but its user can.
  const withoutUpload = (sentence: string): string => sentence.replaceAll(` ${ownFile}`, '');
  const message = withoutAuthorsWords(withoutUpload(refusal.message));
  const attaching = 'quote with upload: true in place of pdf_url, which gives the user a page to attach it.';
  const registering = `The user registers the account at ${bankAccountPage(baseUrl)} and gives you its id, bank_….`;
  const unknown = faults.filter(({ code }) => code === 'field_unknown').map(({ error }) => withoutUpload(error));
  const reply = (...sentences: readonly string[]): string => joined(...sentences, ...unknown);
  switch (details?.kind) {
    case 'fetched_resource':
      return `${field}: Something in the HTML is to be loaded, and nothing is fetched for print. Use a data: URI instead.`;
    case 'upload_lost':
      return details.page === undefined
        ? reply(`${field}: The file of this upload is gone or is not the one that was promised: ${attaching}`)
        : reply(`${field}: No file has arrived yet. Give the user ${details.page} to attach it; then quote again.`);
    case 'own_file':
      return reply(`${field}: The URL must begin with https://. For a file of the user, ${attaching}`);
    case 'raw_bank_number':
      return `${field} is a raw bank number, and those are never accepted here. Do not pass its numbers on. ${registering}`;
    case 'unknown_account':
      return reply(`${field} is not a registered bank account. ${registering}`);
    case 'no_content': {
      if (field !== '') return reply(`${field}.content_hash is missing: send the content_hash of the quote.`);
      const prices = pricesOf(tag);
      return `${message} For a file of the user, ${attaching} Without content there is no exact price. Before tax: ${prices}.`;
    }
  }
  const lacksAccount = faults.some((fault) => fault.field === 'check.bank_account' && fault.code === 'field_missing');
  const namesFile = takesFiles && [field, ...faults.map((fault) => fault.field)].some((name) => /pdf|file/i.test(name));
  return joined(
    message,
    lacksAccount ? registering : undefined,
    namesFile ? `For a file of the user, ${attaching}` : undefined,
  );
}

/** Ids of another kind lead to a job's id in another way. */
function cureOfId(sent: unknown): string {
  const otherIds: Readonly<Record<string, string>> = {
    quote: 'That is the id of a quote: create the job with it, and send the job_id that it returns.',
    upload: 'That is the id of an upload: quote it by its pdf_url, and create the job with the quote.',
    bank: 'That is the id of a bank account: send the job_id that the creation of the job has returned.',
  };
  const { job_id } = (sent ?? {}) as { readonly job_id?: unknown };
  const [prefix = ''] = /^[a-z]+(?=_)/i.exec(`${job_id}`.trim()) ?? [];
  return (
    otherIds[prefix.toLowerCase()] ??
    'Send the job_id that the creation of the job has returned, or its pay link. An order number names the order to people only.'
  );
}

/** `Letter, one page in color $2.44 to the US, CA$6.44 to Canada; …` */
const pricesOf = (product: string): string =>
  (productDocs.find(({ name }) => name === product)?.priceLines ?? [])
    .map(({ label, cents, currency }) => {
      const [us, canada] = [formatMoney(cents.US, currency.US), formatMoney(cents.CA, currency.CA)];
      return us === canada ? `${label} ${us}` : `${label} ${us} to the US, ${canada} to Canada`;
    })
    .join('; ');
