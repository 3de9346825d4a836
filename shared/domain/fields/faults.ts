/** The refusal of a request whose fields are wrong: one sentence for each fault, with the field and the cure. */
import type * as z from 'zod/mini';
import { type Fault, invalid, Refusal } from '../refusal.ts';
import { sameName } from './other-names.ts';
import { fieldWarnings, type UnknownField, unknownFieldSentence } from './unknown-fields.ts';

/** So many sentences help a person. Programs get more. */
const most = { sentences: 5, faults: 20 } as const;

/** The first field is repeated for programs that look at one. */
export function invalidRequest(
  issues: readonly z.core.$ZodIssue[],
  raw: unknown,
  unknown: readonly UnknownField[],
): Refusal {
  // Further faults of a value of the wrong kind follow from the first.
  const firsts = issues.filter(({ path }, at) => issues.findIndex((other) => `${other.path}` === `${path}`) === at);
  const faults = firsts.slice(0, most.faults).map((issue) => faultOf(issue, raw));
  const sentences = faults.slice(0, most.sentences).map(({ error }) => error);
  return withUnknown(
    new Refusal('invalid_request', sentences.join(' '), { field: faults[0]?.field || undefined, faults }),
    unknown,
  );
}

/** An unknown field, and the one that was probably meant. */
interface Other {
  readonly fault: Fault;
  readonly meant: string;
}

/** An unknown field may be the missing one under another name, so those with a likely meaning are named. */
export function withUnknown(refusal: Refusal, unknown: readonly UnknownField[]): Refusal {
  const others = fieldWarnings(unknown).flatMap((warning): Other[] => {
    const { holder, name, meant } = warning;
    if (meant === undefined || name === undefined) return [];
    const field = [holder, name].filter(Boolean).join('.');
    return [{ fault: { field, error: unknownFieldSentence(warning, ''), code: 'field_unknown' }, meant }];
  });
  const { code, message, field, faults } = refusal;
  const isNamed = faults.some((fault) => fault.code === 'field_unknown');
  if (others.length === 0 || isNamed) return refusal;
  const first: Fault[] = field === undefined ? [] : [{ field, error: message, code: 'field_invalid' }];
  return new Refusal(code, `${message} ${unknownInOne(others)}`, {
    field,
    faults: [...(faults.length > 0 ? faults : first), ...others.map(({ fault }) => fault)],
  });
}

/** The wishes of an order that are easily sent to a request that does not take them. */
const wishes = ['send_on', 'color', 'registered', 'address_page'];

const isWish = ({ name, value }: UnknownField): boolean => value !== false && sameName(name, wishes) !== undefined;

/** For callers who would hand on no warning: refuses the fields that must not be ignored. `decided`: by the quote, for the job. */
export function refuseIgnored(unknown: readonly UnknownField[], decided: readonly string[] = []): void {
  const open = unknown.filter(({ name }) => sameName(name, decided) === undefined);
  const { message, faults } = withUnknown(new Refusal('invalid_request', 'Nothing was quoted or ordered.'), open);
  if (faults.length > 0) throw new Refusal('invalid_request', message, { field: faults[0]?.field, faults });
  const [wish] = fieldWarnings(open.filter(isWish));
  if (wish !== undefined)
    throw invalid(
      [wish.holder, wish.name].filter(Boolean).join('.'),
      'is not a field of this request, and nothing was quoted or ordered: leave it out. If no tool takes it there, tell the user that it is not possible.',
    );
}

/** One sentence for all, because a whole address may be written in another style. */
function unknownInOne([first, ...rest]: readonly Other[]): string {
  if (first === undefined || rest.length === 0) return first?.fault.error ?? '';
  const named = rest.slice(0, most.sentences).map(({ fault, meant }) => `, ${fault.field} (${meant}?)`);
  const more = rest.length > named.length ? ` and ${rest.length - named.length} more` : '';
  return `Not fields of this request: ${first.fault.field} (did you mean ${first.meant}?)${named.join('')}${more}.`;
}

function faultOf(issue: z.core.$ZodIssue, raw: unknown): Fault {
  const field = issue.path.map(String).join('.');
  const text = issue.message.replace(/\.$/, '');
  // The body itself has no path.
  if (field === '') return { field, error: `The body ${text}.`, code: 'field_invalid' };
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], raw);
  // A text that a person has left empty.
  if (value === '' && text.startsWith('must be a string ('))
    return { field, error: `${field} ${text.replace('be a string', 'not be empty')}.`, code: 'field_invalid' };
  return isNothing(value) && issue.code !== 'invalid_format'
    ? { field, error: `${field} is missing: ${text.replace(/^must be /, 'send ')}.`, code: 'field_missing' }
    : { field, error: `${field} ${text}${otherKind(issue, value)}.`, code: 'field_invalid' };
}

/** Missing, null and empty mean the same. */
export const isNothing = (value: unknown): boolean =>
  value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Names the kind of a value that was sent in place of another kind, and the cure of the usual slip. */
function otherKind(issue: z.core.$ZodIssue, value: unknown): string {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  if (issue.code !== 'invalid_type' || kind === (issue.expected === 'int' ? 'number' : issue.expected)) return '';
  if (kind === 'array' && issue.path.at(-1) === 'to')
    return '. One order has one recipient: order again for each, with the same quote and a fresh idempotency_key';
  const sent = `, and ${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind} was sent`;
  if (issue.expected === 'string' && (kind === 'number' || kind === 'boolean')) return `${sent}: put it in quotes`;
  const isQuoted =
    /^(?:number|int|boolean)$/.test(issue.expected) &&
    typeof value === 'string' &&
    /^(?:true|false|-?\d{1,15})$/.test(value);
  return isQuoted ? `${sent}: leave out the quotes` : sent;
}
