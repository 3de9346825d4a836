/** Redacts an answer for assistants: removes printed content, fetched data and text from partners. */

import { productNames } from '../../domain/names.ts';
import { failureOf } from '../../orders/follow/failure-cause.ts';
import { productNamed } from '../../products/index.ts';
import type { RpcBody } from './messages.ts';

const printed = productNames.flatMap((name) => productNamed(name).insert?.member ?? []);

/**
 * Members that hold content for the partner to print, and the signature of a receipt. It repeats all that is signed, and
 * costs more tokens than the rest of the answer: the link to the receipt leads to it. The answer's own words say what the
 * notice of returned mail says. Names and addresses are a stranger's words. The list of tools has no room for what is told of attachments.
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

/** The verdict on an address has a message of our own, and prints nothing. */
const isHidden = (name: string, body: RpcBody): boolean =>
  hidden.includes(name) && !('what' in body && printed.includes(name));

export function redact(body: RpcBody): RpcBody {
  const visible = Object.entries(body).filter(([name]) => !isHidden(name, body));
  return { ...Object.fromEntries(visible), ...warningsOf(body), ...errorOf(body) };
}

const warningsOf = ({ warnings }: RpcBody): RpcBody =>
  Array.isArray(warnings) ? { warnings: warnings.map((warning) => withoutAuthorsWords(`${warning}`)) } : {};

/** The end of the refusal that names an address, in `rendering/html/check-html.ts`. */
const loadsNothing = ', and nothing is fetched for print. Use a data: URI instead.';

/**
 * A refusal or a warning without the names of elements, classes and addresses, which the author of the HTML has chosen:
 * an assistant might take them for instructions. REST repeats them, because they help a person to find the place.
 */
export function withoutAuthorsWords(sentence: string): string {
  const [field = ''] = /^[\w.]+: /.exec(sentence) ?? [];
  if (sentence.endsWith(loadsNothing)) return `${field}Something in the HTML is to be loaded${loadsNothing}`;
  // A tag's name holds no space and no >, and classes are repeated only if they hold letters, digits, - and _.
  const element = /^<[^\s>]+(?: class="[\w -]+")?>(?:::[\w-]+)?(?= )/;
  return field + sentence.slice(field.length).replace(element, 'An element');
}

/** Replaces a job's error sentence: our own reasons may pass, and a partner's free text must not. */
function errorOf({ status, payment_status, fulfillment_status, error }: RpcBody): RpcBody {
  if (typeof error !== 'string' || payment_status === undefined) return {};
  const { says, cause } = failureOf(error);
  if (status === 'failed' || cause === 'payment') return { error: says };
  return { error: fulfillment_status === 'unknown' ? 'A person must decide about it.' : null };
}
