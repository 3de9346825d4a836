/**
 * An agent's answer to a sentence that refuses its call. It knows its user's wish and the answers of its tools, and
 * acts only on what the sentence itself names: a field and its cure, or a step. A sentence without them helps nobody here.
 */
import { randomUUID } from 'node:crypto';
import type { Json } from '../support/e2e/client.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** The right arguments as the user's wish has them, and those of the call that was refused. */
export interface Refused {
  readonly said: string;
  readonly sent: Arguments;
  readonly right: Arguments;
  /** Those of the quote before. */
  readonly quoted: Arguments;
  /** As the wish has them. */
  readonly wanted: Arguments;
}

/** `again`: the same call with these arguments. `first`: what comes before it. */
export interface Cure {
  readonly first?: 'quote' | 'upload' | 'register' | 'cancel' | { readonly attach: string };
  readonly again: Arguments;
  /** The arguments of the quote that comes first. */
  readonly quote?: Arguments;
}

const memberAt = (holder: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Json)?.[name], holder);

/** A copy in which `path` has this value; null leaves it out. */
export function changed(holder: Arguments, path: string, value: unknown): Arguments {
  const [name = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const inner = holder[name];
    return {
      ...holder,
      [name]: changed(typeof inner === 'object' && inner !== null ? (inner as Json) : {}, rest.join('.'), value),
    };
  }
  const { [name]: _, ...others } = holder;
  return value == null ? others : { ...others, [name]: value };
}

/** Words that say what to do about a field. */
const cureWords = /\b(?:send|must|put it|leave out|leave it out|needs|exactly one|did you mean|remove it)\b/i;

/** `letter.to.city must not be empty`, `quote_id is missing: send …`, `text: The character …`. */
const faultOf = /(?:^|[.?:] )((?:[a-zA-Z_]+\.)*[a-zA-Z_]+)(?: (?=(?:is|has|must|goes|cannot) )|: (?=[A-Z]))/g;

/** `letter.to.firstName is missing: a contact needs at least one of firstName, companyName or name.` */
const choiceOf = /^((?:\w+\.)*)\w+ is missing: .* needs at least one of ([\w, ]+)\./;

/** Fields under another name: `letter.to.zip … did you mean postalOrZip?`, `letter.to.zip (postalOrZip?)`. */
const otherNames = /((?:\w+\.)*\w+) (?:is not a field[^:?]*: did you mean |\(did you mean |\()((?:\w+\.)*\w+)\?/g;

export function cureOf({ said, sent, right, quoted, wanted }: Refused): Cure | undefined {
  const text = said.replace(/^Test mode: .*? Tell the user so\. /, '');
  const [, page] = /Give the user (\S+\/attach) to attach it/.exec(text) ?? [];
  if (page !== undefined) return { first: { attach: page }, again: sent };
  if (/upload: true in place of pdf_url, which gives the user a page/.test(text))
    return { first: 'upload', again: sent };
  if (/Do not pass its numbers on\. The user registers the account at \S+ and gives you its id/.test(text))
    return { first: 'register', again: right };
  if (/use a fresh UUID/.test(text) || /idempotency_key .*fresh UUID is best/.test(text))
    return { again: changed(sent, 'idempotency_key', randomUUID()) };
  if (/Send the job_id that the creation of the job has returned, or its pay link/.test(text)) return { again: right };
  if (/request a(?: fresh| new)? (?:\w+ )?quote\b/i.test(text)) return requoting(text, { sent, right, quoted, wanted });
  return mended(text, sent, right);
}

/** A new quote: for the country that the sentence names, or with the option that the job was refused for. */
function requoting(text: string, { sent, right, quoted, wanted }: Omit<Refused, 'said'>): Cure {
  const [, country] = /request a quote for (US|CA)\b/.exec(text) ?? [];
  const [, option = ''] = /^\w+\.(\w+) is not what was quoted/.exec(text) ?? [];
  const base = country === undefined ? quoted : { ...wanted, country };
  const quote = option === '' ? base : changed(base, option, wanted[option]);
  const isContent = /is not the quoted content|is not the content_hash/.test(text);
  return { first: 'quote', quote: isContent ? wanted : quote, again: isContent ? right : sent };
}

/** Each field that a sentence names with a cure gets its right value; a wrong name gives way to the right one. */
function mended(text: string, sent: Arguments, right: Arguments): Cure | undefined {
  let again = sent;
  let isMended = false;
  const mend = (path: string) => {
    const value = memberAt(right, path);
    if (JSON.stringify(value) === JSON.stringify(memberAt(again, path))) return;
    again = changed(again, path, value);
    isMended = true;
  };
  for (const sentence of text.split(/(?<=[.?]) (?=(?:\w+\.)*\w+ (?:is|has|must) |Not fields|Send exactly)/)) {
    for (const [, wrong = '', meant = ''] of sentence.matchAll(otherNames)) {
      const holder = wrong.split('.').slice(0, -1).join('.');
      mend(wrong);
      mend(meant.includes('.') || holder === '' ? meant : `${holder}.${meant}`);
    }
    if (!cureWords.test(sentence)) continue;
    for (const [, path = ''] of sentence.matchAll(faultOf)) mend(path);
    const [, holder = '', choice = ''] = choiceOf.exec(sentence) ?? [];
    for (const name of choice.split(/, | or /).filter(Boolean)) mend(holder + name);
    const [, list = ''] = /^Send exactly one of ([\w., ]+): /.exec(sentence) ?? [];
    for (const path of list.split(', ').filter(Boolean)) mend(path);
  }
  return isMended ? { again } : undefined;
}
