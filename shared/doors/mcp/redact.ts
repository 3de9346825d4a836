/** Redacts an answer for assistants: removes printed content, fetched data and text from partners. */

import { productNames } from '../../core/product.ts';
import { productNamed } from '../../products/index.ts';
import type { Body } from './messages.ts';

/** Members that hold content for the partner to print. */
const printed = productNames.flatMap((name) => productNamed(name).insert?.member ?? []);

export function redact(body: Body): Body {
  const found = printed.filter((member) => body[member] !== undefined);
  // A signature repeats the signed content. Callers who need it read the receipt itself.
  const hidden = found.length === 0 ? [] : [...found, 'signature'];
  const visible = Object.entries(body).filter(([name]) => !hidden.includes(name));
  return { ...Object.fromEntries(visible), ...warningsOf(body), ...errorOf(body) };
}

const warningsOf = ({ warnings }: Body): Body =>
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
  // No tag's name holds a space or a >, and classes are repeated only if they hold letters, digits, - and _.
  const element = /^<[^\s>]+(?: class="[\w -]+")?>(?:::[\w-]+)?(?= )/;
  return field + sentence.slice(field.length).replace(element, 'An element');
}

/** Replaces a job's error sentence, because it may come from the partner or the payment provider. */
function errorOf({ status, payment_status, error }: Body): Body {
  if (typeof error !== 'string' || payment_status === undefined) return {};
  if (status !== 'failed' && status !== 'cancelled')
    return { error: 'Something holds the order up; a person is looking into it.' };
  return payment_status === 'failed'
    ? { error: 'The payment did not go through, or was not the approved one: nothing is sent.' }
    : { error: 'The order could not be carried out: nothing more is sent.' };
}
