/** Other names of our fields: another spelling, or the word that assistants and other APIs send. */
import type * as z from 'zod/mini';
import { ownFile } from './input/content.ts';
import type { Product, Quote } from './product.ts';
import { type Fault, invalid, Refusal } from './refusal.ts';
import { listOf } from './text.ts';
import type { Warning } from './warnings/warning.ts';

/** Without case, underscores and hyphens. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  postalOrZip: ['zip', 'zipcode', 'postalcode', 'addresszip'],
  provinceOrState: ['state', 'province', 'addressstate'],
  province_or_state: ['state', 'province'],
  countryCode: ['country', 'addresscountry'],
  country: ['countrycode'],
  city: ['addresscity'],
  to: ['recipient', 'payee'],
  from: ['sender', 'returnaddress'],
  text: ['body', 'content', 'message'],
  attachments: ['attachment', 'enclosures'],
  pdf_url: ['pdf', 'pdfbase64', 'file', 'url', 'mediaurl', 'upload'],
  color: ['colour'],
  registered: ['certified', 'registeredmail', 'extraservice'],
  send_on: ['senddate', 'mailingdate', 'maildate', 'scheduledate', 'date'],
  to_number: ['fax', 'faxnumber', 'phone', 'phonenumber', 'number', 'to'],
  job_id: ['id', 'job', 'orderid'],
  max_total_cents: ['maxprice', 'maxtotal', 'maxcost', 'maxamount'],
  amount_cents: ['amount'],
  webhook_url: ['url', 'webhook'],
};

/** `address_line1`, `address-line1` and `addressLine1` are one. */
const folded = (name: string): string =>
  name
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The known name of the same letters, or the one for which this is another word. */
export function sameName(name: string, names: readonly string[]): string | undefined {
  const bare = folded(name);
  return names.find((each) => folded(each) === bare) ?? names.find((each) => otherNames[each]?.includes(bare));
}

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

/** For callers who would hand on no warning: refuses the fields that must not be ignored. `decided`: by the quote, for the job. */
export function refuseIgnored(unknown: readonly UnknownField[], decided: readonly string[] = []): void {
  const open = unknown.filter(({ name }) => sameName(name, decided) === undefined);
  const { message, faults } = withUnknown(new Refusal('invalid_request', 'Nothing was quoted or ordered.'), open);
  if (faults.length > 0) throw new Refusal('invalid_request', message, { field: faults[0]?.field, faults });
  // Options that are easily sent to a request that does not take them.
  const options = ['send_on', 'color', 'registered', 'address_page'];
  const [wish] = fieldWarnings(
    open.filter(({ name, value }) => value !== false && sameName(name, options) !== undefined),
  );
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

/** An object in a schema: its path, `letter.to`, and the names of its fields. */
interface Level {
  readonly path: readonly string[];
  readonly known: readonly string[];
}

export interface UnknownField {
  /** The object that holds it. */
  readonly at: Level;
  /** The name as sent: it may have any length and any characters. */
  readonly name: string;
  readonly value: unknown;
  /** All objects of the schema, because a field may stand in the wrong one. */
  readonly levels: readonly Level[];
}

/** Finds them in one pass over the request's own objects, and looks at no value. */
export function unknownFields(schema: z.ZodMiniType, raw: unknown): readonly UnknownField[] {
  const levels = [...levelsOf(schema, raw, [])];
  return levels.flatMap((at) => {
    const object = at.path.reduce<unknown>(memberOf, raw);
    if (!isObject(object)) return [];
    const names = new Set(at.known);
    return Object.keys(object)
      .filter((name) => !names.has(name) && object[name] != null && object[name] !== '')
      .map((name) => ({ at, name, value: object[name], levels }));
  });
}

/** The entries of a list are levels of their own, as many as were sent; a list that is too long is refused anyway. */
function* levelsOf(schema: z.core.$ZodType, raw: unknown, path: readonly string[]): Generator<Level> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    // A caller cannot have meant a field of an object that was left out.
    if (raw != null) yield* levelsOf(def.innerType, raw, path);
  } else if (def.type === 'array') {
    const entries: readonly unknown[] = Array.isArray(raw) ? raw.slice(0, mostNamed) : [];
    for (const [index, entry] of entries.entries()) yield* levelsOf(def.element, entry, [...path, `${index}`]);
  } else if (def.type === 'object') {
    yield { path, known: Object.keys(def.shape) };
    for (const [name, member] of Object.entries(def.shape))
      yield* levelsOf(member, memberOf(raw, name), [...path, name]);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string): unknown =>
  (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** An answer names at most this many fields. */
const mostNamed = 10;

type FieldWarning = Extract<Warning, { readonly code: 'field_unknown' }>;

/** `decided`: the options that the quote has decided, which a job cannot change. */
export function fieldWarnings(fields: readonly UnknownField[], decided: readonly string[] = []): FieldWarning[] {
  const warnings = fields.slice(0, mostNamed).map((field): FieldWarning => {
    const holder = field.at.path.join('.') || undefined;
    const option = sameName(field.name, decided);
    if (option !== undefined) return { code: 'field_unknown', holder, name: display(field.name), decidedByQuote: true };
    return { code: 'field_unknown', holder, name: display(field.name), meant: meantBy(field) };
  });
  // Fields whose names are not shown look alike.
  return warnings.filter(
    ({ holder, name }, at) =>
      name !== undefined || warnings.findIndex((other) => other.name === undefined && other.holder === holder) === at,
  );
}

/** A name is text of a stranger: only a short one of plain letters is repeated, and none that may hold a bank number. */
const display = (name: string): string | undefined =>
  /^[a-z][\w-]{0,39}$/i.test(name) && !/\d{4}/.test(name) ? name : undefined;

/** A field of the same object by its name, or of another object by its path; or the fields that lie one object too deep. */
function meantBy({ at, name, value, levels }: UnknownField): string | undefined {
  for (const { path, known: names } of [{ path: [], known: at.known }, ...levels]) {
    const meant = sameName(name, names);
    if (meant !== undefined) return [...path, meant].join('.');
  }
  const deeper = isObject(value) ? at.known.filter((member) => Object.hasOwn(value, member)) : [];
  return deeper.length === 0 ? undefined : `${listOf(deeper)}, outside of it`;
}

/** A refused request ignores nothing, so its `verdict` is empty. */
export function unknownFieldSentence(
  { holder, name, meant, decidedByQuote }: Extract<Warning, { readonly code: 'field_unknown' }>,
  verdict: '' | ' and was ignored',
): string {
  const field =
    name === undefined
      ? `${holder ?? 'The body'} has a field that is not known here${verdict}`
      : `${holder === undefined ? name : `${holder}.${name}`} is not a field of this request${verdict}`;
  if (decidedByQuote) return `${field}: the quote decides it.`;
  if (meant === undefined) return `${field}.`;
  return `${field}: did you mean ${meant}?${meant.endsWith('pdf_url') ? ` ${ownFile}` : ''}`;
}

/** The choices that a quote has made for its jobs, by the names of its request: the country and the product's own options. */
export const decidedBy = (product: Product): readonly string[] => ['country', ...Object.keys(product.options().shape)];

/** Looks at the body and at the order itself, where an option may stand by mistake. An address has a country of its own. */
export function refuseOtherOptions(quote: Quote, unknown: readonly UnknownField[]): void {
  const quoted: Readonly<Record<string, unknown>> = { ...(quote.options as object), country: quote.country };
  const names = Object.keys(quoted);
  for (const { at, name, value } of unknown) {
    const option = at.path.length < 2 ? sameName(name, names) : undefined;
    const isAsQuoted = (typeof value === 'string' ? value.toUpperCase() : value) === quoted[option ?? ''];
    if (option === undefined || isAsQuoted) continue;
    const field = [...at.path, option].join('.');
    throw new Refusal(
      'options_mismatch',
      `${field} is not what was quoted: the quote has ${option} ${quoted[option]}. Leave it out, or request a new quote and let the user approve its price.`,
      { field },
    );
  }
}
