/** Errors of a request's fields, and its unknown fields: what they probably mean, with a warning or a refusal. */
import type * as z from 'zod/mini';
import { isPlainName } from './json.ts';
import { productNames } from './names.ts';
import type { Product, Quote } from './product.ts';
import { type Fault, invalid, Refusal } from './refusal.ts';
import { kindsByError, listOf } from './text.ts';
import { unknownFieldSentence, type Warning } from './warnings.ts';

/** Names that assistants and other APIs use for our fields; in lower case, without underscores and hyphens. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  firstName: ['givenname', 'forename'],
  lastName: ['surname', 'familyname'],
  companyName: ['company', 'organization', 'organisation', 'business', 'businessname'],
  name: ['fullname', 'recipientname'],
  addressLine1: ['street', 'streetaddress', 'street1', 'line1', 'address1'],
  addressLine2: ['street2', 'line2', 'address2', 'unit', 'apt', 'apartment', 'suite'],
  city: ['addresscity', 'town', 'locality'],
  postalOrZip: ['zip', 'zipcode', 'postalcode', 'postcode', 'addresszip'],
  provinceOrState: ['state', 'province', 'region', 'addressstate'],
  province_or_state: ['state', 'province', 'region'],
  countryCode: ['country', 'addresscountry'],
  country: ['countrycode'],
  bank_account: ['bankaccountid', 'accountid', 'bankid'],
  to: ['recipient', 'payee'],
  from: ['sender', 'returnaddress'],
  text: ['body', 'content', 'message'],
  cover: ['coversheet', 'coverpage', 'faxcover'],
  note: ['message', 'comment', 'comments', 'body', 'text'],
  subject: ['re', 'regarding', 'title'],
  attachments: ['attachment', 'enclosures'],
  pdf_url: ['pdf', 'pdfbase64', 'file', 'url', 'mediaurl', 'upload'],
  color: ['colour'],
  registered: ['certified', 'registeredmail', 'extraservice'],
  send_on: ['senddate', 'mailingdate', 'maildate', 'scheduledate', 'date'],
  to_number: ['fax', 'faxnumber', 'phone', 'phonenumber', 'number', 'to'],
  job_id: ['id', 'job', 'orderid'],
  limits: ['limit', 'budget', 'maxtotalcents', 'maxfacecents'],
  max_total_cents: ['maxprice', 'maxtotal', 'maxcost', 'maxamount'],
  amount_cents: ['amount', 'amountincents'],
  memo: ['description', 'reference'],
  webhook_url: ['url', 'webhook'],
};

/** Which of `names` this name means: the same in another spelling, `address_line1` for `addressLine1`, or a synonym. */
export function matchFieldName(name: string, names: readonly string[]): string | undefined {
  const folded = (text: string) =>
    text
      .slice(0, 40)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
  const bare = folded(name);
  return names.find((each) => folded(each) === bare) ?? names.find((each) => otherNames[each]?.includes(bare));
}

/** In one error message. */
const maxSentences = 5;

/** The refusal of a request that its schema rejects. `field` is that of the first fault, for clients that read only one. */
export function invalidRequest(
  issues: readonly z.core.$ZodIssue[],
  raw: unknown,
  unknown: readonly UnknownField[],
): Refusal {
  // Further faults of the same value follow from the first.
  const first = issues.filter(({ path }, at) => issues.findIndex((other) => `${other.path}` === `${path}`) === at);
  const faults = first.slice(0, 20).map((issue) => faultOf(issue, raw));
  const sentences = faults.slice(0, maxSentences).map(({ error }) => error);
  const facts = { field: faults[0]?.field || undefined, problem: faults[0]?.problem, faults };
  return withUnknown(new Refusal('invalid_request', sentences.join(' '), facts), unknown);
}

/** Adds the unknown fields to a refusal: one of them may be a missing field with the wrong name. */
export function withUnknown(refusal: Refusal, unknown: readonly UnknownField[]): Refusal {
  const others = fieldWarnings(unknown).flatMap((warning): { readonly fault: Fault; readonly meant: string }[] => {
    const { holder, name, meant } = warning;
    if (meant === undefined || name === undefined) return [];
    const field = [holder, name].filter(Boolean).join('.');
    return [{ fault: { field, error: unknownFieldSentence(warning, ''), code: 'field_unknown' }, meant }];
  });
  const { code, message, field, problem, details, faults } = refusal;
  const [one, ...more] = others;
  if (one === undefined || faults.some((fault) => fault.code === 'field_unknown')) return refusal;
  const first: Fault[] = field === undefined ? [] : [{ field, error: message, code: 'field_invalid', problem }];
  // One sentence for all of them, because every field of an address may have the wrong name.
  const listed = more.slice(0, maxSentences).map(({ fault, meant }) => `, ${fault.field} (${meant}?)`);
  const rest = more.length > listed.length ? ` and ${more.length - listed.length} more` : '';
  const sentence =
    more.length === 0
      ? one.fault.error
      : `Not fields of this request: ${one.fault.field} (did you mean ${one.meant}?)${listed.join('')}${rest}.`;
  const all = [...(faults.length > 0 ? faults : first), ...others.map(({ fault }) => fault)];
  return new Refusal(code, `${message} ${sentence}`, { field, problem, details, faults: all });
}

/**
 * Refuses unknown fields that probably mean something, for assistants, which might not pass a warning on. `decided`: the
 * options that the quote decides for the job.
 */
export function refuseIgnored(unknown: readonly UnknownField[], decided: readonly string[] = []): void {
  const undecided = unknown.filter(({ name }) => matchFieldName(name, decided) === undefined);
  const { message, faults } = withUnknown(new Refusal('invalid_request', 'Nothing was quoted or ordered.'), undecided);
  if (faults.length > 0) throw new Refusal('invalid_request', message, { field: faults[0]?.field, faults });
  // Options that are easily sent with the wrong request.
  const options = ['send_on', 'color', 'registered', 'address_page', 'cover'];
  const [option] = fieldWarnings(
    undecided.filter(({ name, value }) => value !== false && matchFieldName(name, options) !== undefined),
  );
  if (option !== undefined)
    throw invalid(
      [option.holder, option.name].filter(Boolean).join('.'),
      'is not a field of this request, and nothing was quoted or ordered: leave it out. If no other tool has this field, tell the user that this is not possible.',
    );
}

function faultOf(issue: z.core.$ZodIssue, raw: unknown): Fault {
  const field = issue.path.map(String).join('.');
  const text = issue.message.replace(/\.$/, '');
  // The body itself has no path.
  if (field === '') return { field, error: `The body ${text}.`, code: 'field_invalid', problem: `${text}.` };
  const fault = (problem: string, code: Fault['code'] = 'field_invalid'): Fault => ({
    field,
    error: `${field} ${problem}`,
    code,
    problem,
  });
  const value = valueAt(issue.path.map(String), raw);
  const { kind, whenEmpty } = kindsByError.get(text) ?? {};
  if (value === '' && whenEmpty !== undefined) return fault(`${whenEmpty}.`);
  return isEmpty(value) && issue.code !== 'invalid_format'
    ? fault(`${kind === undefined ? text : `is missing: send ${kind}`}.`, 'field_missing')
    : fault(`${text}${wrongTypeHint(issue, value)}.`);
}

/** Whether a value is missing, null or empty, which all mean the same. */
export const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** For a value of the wrong type: which type was sent, and how to fix the usual mistake. */
function wrongTypeHint(issue: z.core.$ZodIssue, value: unknown): string {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  if (issue.code !== 'invalid_type' || kind === (issue.expected === 'int' ? 'number' : issue.expected)) return '';
  // The `to` of a cover sheet is a string.
  if (kind === 'array' && issue.expected === 'object' && issue.path.at(-1) === 'to')
    return '. One order has one recipient: order again for each, with the same quote and a fresh idempotency_key';
  const sent = `, and ${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind} was sent`;
  if (issue.expected === 'string' && (kind === 'number' || kind === 'boolean')) return `${sent}: put it in quotes`;
  const isUnquotedType = /^(?:number|int|boolean)$/.test(issue.expected);
  const isQuoted = isUnquotedType && typeof value === 'string' && /^(?:true|false|-?\d{1,15})$/.test(value);
  return isQuoted ? `${sent}: leave out the quotes` : sent;
}

export interface UnknownField {
  /** The object that has it. */
  readonly holder: SchemaObject;
  /** As sent, so it may be of any length and have any characters. */
  readonly name: string;
  readonly value: unknown;
  /** All objects of the schema, because a field may be in the wrong one. */
  readonly objects: readonly SchemaObject[];
}

/** An object in a schema: its path, `letter.to`, and the names of its fields. */
interface SchemaObject {
  readonly path: readonly string[];
  readonly names: readonly string[];
}

/** The fields of a request that its schema does not have. */
export function unknownFields(schema: z.ZodMiniType, raw: unknown): readonly UnknownField[] {
  const objects = [...objectsIn(schema, raw, [])];
  return objects.flatMap((holder) => {
    const sent = valueAt(holder.path, raw);
    if (!isObject(sent)) return [];
    const names = new Set(holder.names);
    return Object.keys(sent)
      .filter((name) => !names.has(name) && sent[name] != null && sent[name] !== '')
      .map((name) => ({ holder, name, value: sent[name], objects }));
  });
}

/** The objects in a schema, including those in lists. Only the first entries count: longer lists are refused anyway. */
function* objectsIn(schema: z.core.$ZodType, raw: unknown, path: readonly string[]): Generator<SchemaObject> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') yield* objectsIn(def.in, raw, path);
  else if (def.type === 'optional' || def.type === 'nullable') {
    // Nothing can be meant for an object that was not sent.
    if (raw != null) yield* objectsIn(def.innerType, raw, path);
  } else if (def.type === 'array') {
    const entries: readonly unknown[] = Array.isArray(raw) ? raw.slice(0, maxNamed) : [];
    for (const [index, entry] of entries.entries()) yield* objectsIn(def.element, entry, [...path, `${index}`]);
  } else if (def.type === 'object') {
    yield { path, names: Object.keys(def.shape) };
    for (const [name, member] of Object.entries(def.shape))
      yield* objectsIn(member, memberOf(raw, name), [...path, name]);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string): unknown =>
  (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const valueAt = (path: readonly string[], raw: unknown): unknown => path.reduce(memberOf, raw);

/** In one response. */
const maxNamed = 10;

type FieldWarning = Extract<Warning, { readonly code: 'field_unknown' }>;

/** The warnings of unknown fields. `decided`: the options that the quote decided, which a job cannot change. */
export function fieldWarnings(fields: readonly UnknownField[], decided: readonly string[] = []): FieldWarning[] {
  const warnings = fields.slice(0, maxNamed).map((field): FieldWarning => {
    const holder = field.holder.path.join('.') || undefined;
    const name = isPlainName(field.name) ? field.name : undefined;
    const isDecided = matchFieldName(field.name, decided) !== undefined;
    return {
      code: 'field_unknown',
      holder,
      name,
      ...(isDecided ? { decidedByQuote: true } : { meant: meantBy(field) }),
    };
  });
  // Warnings without a name look the same, so there is one for each object.
  return warnings.filter(
    ({ holder, name }, at) =>
      name !== undefined || warnings.findIndex((other) => other.name === undefined && other.holder === holder) === at,
  );
}

/** The field that was probably meant: its name in the same object, its path in another one, or fields one level too deep. */
function meantBy({ holder, name, value, objects }: UnknownField): string | undefined {
  for (const { path, names } of [{ path: [], names: holder.names }, ...objects]) {
    const meant = matchFieldName(name, names);
    if (meant !== undefined) return [...path, meant].join('.');
  }
  const deeper = isObject(value) ? holder.names.filter((member) => Object.hasOwn(value, member)) : [];
  return deeper.length === 0 ? undefined : `${listOf(deeper)}, outside of it`;
}

/** Refuses a field in the wrong object if it is missing in the right one, because ignoring it would change the order. */
export function refuseMisplaced(unknown: readonly UnknownField[], raw: unknown): void {
  for (const { holder, name, value, objects } of unknown) {
    // A quote request has its options at the top level; only a job request has fields under the product's name.
    const isTooDeep = (member: string) =>
      holder.names.includes(member) && isEmpty(valueAt([...holder.path, member], raw));
    const deep =
      productNames.some((each) => each === name) && isObject(value) ? Object.keys(value).find(isTooDeep) : undefined;
    if (deep !== undefined) throw invalid(`${name}.${deep}`, `is in the wrong place: send it as ${deep}.`);
    const [home, ...others] = objects.filter(({ names }) => names.includes(name));
    const isMissing = home !== undefined && isEmpty(valueAt([...home.path, name], raw));
    // A field in an entry of a list may be about just that entry.
    if (isMissing && others.length === 0 && !holder.path.some((part) => /^\d/.test(part)))
      throw invalid(
        [...holder.path, name].join('.'),
        `is in the wrong place: send it as ${[...home.path, name].join('.')}.`,
      );
  }
}

/** The members that a quote fixes for its jobs: the country and the product's options. */
export const decidedBy = (product: Product): readonly string[] => ['country', ...Object.keys(product.options().shape)];

/** Refuses options in a job's request that differ from its quote. An address has its own country, so it is skipped. */
export function refuseOtherOptions(product: Product, quote: Quote, unknown: readonly UnknownField[]): void {
  const quoted: Readonly<Record<string, unknown>> = { ...(quote.options as object), country: quote.country };
  const { shape } = product.options();
  // Parsed, so that members are in the order of the schema, and not in that of the table.
  const comparable = (option: string, value: unknown): unknown => {
    const schema = shape[option] as z.ZodMiniType | undefined;
    if (schema === undefined) return typeof value === 'string' ? value.toUpperCase() : value;
    const { success, data } = schema.safeParse(value);
    // NaN equals nothing, not even another malformed value.
    return success ? JSON.stringify(data) : Number.NaN;
  };
  for (const { holder, name, value } of unknown) {
    const option = holder.path.length < 2 ? matchFieldName(name, decidedBy(product)) : undefined;
    if (option === undefined || comparable(option, value) === comparable(option, quoted[option])) continue;
    const field = [...holder.path, option].join('.');
    const own = quoted[option];
    let has = `${option} ${own}`;
    if (own === undefined) has = `no ${option}`;
    else if (typeof own === 'object') has = `a different ${option}`;
    throw new Refusal(
      'options_mismatch',
      `${field} is not what was quoted: the quote has ${has}. Leave it out, or request a new quote and let the user approve its price.`,
      { field },
    );
  }
}
