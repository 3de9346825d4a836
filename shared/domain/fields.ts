/** The errors of a request's fields, and what happens to unknown fields: their likely meaning, warnings and refusals. */
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

/** The field in `names` that a sent name probably means: another spelling, such as `address_line1`, or a synonym. */
export function matchFieldName(name: string, names: readonly string[]): string | undefined {
  const fold = (text: string) =>
    text
      .slice(0, 40)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
  const folded = fold(name);
  return names.find((each) => fold(each) === folded) ?? names.find((each) => otherNames[each]?.includes(folded));
}

/** The number of faults that one error message lists. */
const maxSentences = 5;

/** The refusal of a request that its schema rejects. `field` is that of the first fault, for clients that read only that. */
export function invalidRequest(
  issues: readonly z.core.$ZodIssue[],
  raw: unknown,
  unknown: readonly UnknownField[],
): Refusal {
  const pathOf = ({ path }: z.core.$ZodIssue) => path.map(String).join('.');
  // Only the first issue of each value, because the others follow from it.
  const firstIssues = issues.filter((issue) => issues.find((other) => pathOf(other) === pathOf(issue)) === issue);
  const faults = firstIssues.slice(0, 20).map((issue) => faultOf(issue, raw));
  const sentences = faults.slice(0, maxSentences).map(({ error }) => error);
  const facts = { field: faults[0]?.field || undefined, problem: faults[0]?.problem, faults };
  return withUnknown(new Refusal('invalid_request', sentences.join(' '), facts), unknown);
}

/** Adds the unknown fields with a likely meaning to a refusal: a field that is missing may have the wrong name. */
export function withUnknown(refusal: Refusal, unknown: readonly UnknownField[]): Refusal {
  const misnamed = fieldWarnings(unknown).flatMap((warning): { readonly fault: Fault; readonly meant: string }[] => {
    const { holder, name, meant } = warning;
    if (meant === undefined || name === undefined) return [];
    const field = [holder, name].filter(Boolean).join('.');
    return [{ fault: { field, error: unknownFieldSentence(warning, ''), code: 'field_unknown' }, meant }];
  });
  const { code, message, field, problem, details, faults } = refusal;
  const [first, ...others] = misnamed;
  if (first === undefined || faults.some((fault) => fault.code === 'field_unknown')) return refusal;
  // One sentence for all of them, because every field of an address may have the wrong name.
  const listed = others.slice(0, maxSentences).map(({ fault, meant }) => `, ${fault.field} (${meant}?)`);
  const rest = others.length > listed.length ? ` and ${others.length - listed.length} more` : '';
  const sentence =
    others.length === 0
      ? first.fault.error
      : `Not fields of this request: ${first.fault.field} (did you mean ${first.meant}?)${listed.join('')}${rest}.`;
  const all = [...faults];
  if (faults.length === 0 && field !== undefined) all.push({ field, error: message, code: 'field_invalid', problem });
  all.push(...misnamed.map(({ fault }) => fault));
  return new Refusal(code, `${message} ${sentence}`, { field, problem, details, faults: all });
}

/**
 * Refuses unknown fields that have a likely meaning, or are an option of another request. For assistants, which might not pass
 * a warning on to the user. `decided`: the options that the quote decides for the job, which only get a warning.
 */
export function refuseIgnored(unknown: readonly UnknownField[], decided: readonly string[] = []): void {
  const undecided = unknown.filter(({ name }) => matchFieldName(name, decided) === undefined);
  const { message, faults } = withUnknown(new Refusal('invalid_request', 'Nothing was quoted or ordered.'), undecided);
  if (faults.length > 0) throw new Refusal('invalid_request', message, { field: faults[0]?.field, faults });
  // Options that are often sent with the wrong request.
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
  // An issue with an empty path is about the body itself.
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

/** For a value of the wrong type: the type that was sent, and how to fix the usual mistake; otherwise an empty text. */
function wrongTypeHint(issue: z.core.$ZodIssue, value: unknown): string {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  if (issue.code !== 'invalid_type' || kind === (issue.expected === 'int' ? 'number' : issue.expected)) return '';
  // Not for the `to` of a cover sheet, which is a string.
  if (kind === 'array' && issue.expected === 'object' && issue.path.at(-1) === 'to')
    return '. One order has one recipient: order again for each, with the same quote and a fresh idempotency_key';
  const sent = `, and ${kind === 'array' || kind === 'object' ? 'an' : 'a'} ${kind} was sent`;
  if (issue.expected === 'string' && (kind === 'number' || kind === 'boolean')) return `${sent}: put it in quotes`;
  const isUnquotedType = /^(?:number|int|boolean)$/.test(issue.expected);
  const isQuoted = isUnquotedType && typeof value === 'string' && /^(?:true|false|-?\d{1,15})$/.test(value);
  return isQuoted ? `${sent}: leave out the quotes` : sent;
}

export interface UnknownField {
  /** The object that has it. */
  readonly holder: SchemaObject;
  /** As sent: it may have any length and any characters. */
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

/** The fields of a request that are not in its schema. */
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

/** The objects in a schema, including those in the first entries of lists. Longer lists are refused anyway. */
function* objectsIn(schema: z.core.$ZodType, raw: unknown, path: readonly string[]): Generator<SchemaObject> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') yield* objectsIn(def.in, raw, path);
  else if (def.type === 'optional' || def.type === 'nullable') {
    // A field can't be meant for an object that was not sent.
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

/** The number of unknown fields that one response names. */
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
      ...(isDecided ? { decidedByQuote: true } : { meant: likelyMeaning(field) }),
    };
  });
  // Warnings without a name are all the same, so only one is kept for each object.
  return warnings.filter(
    ({ holder, name }, at) =>
      name !== undefined || warnings.findIndex((other) => other.name === undefined && other.holder === holder) === at,
  );
}

/** The field that was probably meant: its name in the same object, its path in another one, or fields one level too deep. */
function likelyMeaning({ holder, name, value, objects }: UnknownField): string | undefined {
  for (const { path, names } of [{ path: [], names: holder.names }, ...objects]) {
    const meant = matchFieldName(name, names);
    if (meant !== undefined) return [...path, meant].join('.');
  }
  const tooDeep = isObject(value) ? holder.names.filter((member) => Object.hasOwn(value, member)) : [];
  return tooDeep.length === 0 ? undefined : `${listOf(tooDeep)}, outside of it`;
}

/** Refuses a field that is in the wrong object and missing in the right one, because ignoring it would change the order. */
export function refuseMisplaced(unknown: readonly UnknownField[], raw: unknown): void {
  for (const { holder, name, value, objects } of unknown) {
    // A quote request has its options at the top level. Only a job request has fields under the product's name.
    if (productNames.some((product) => product === name) && isObject(value)) {
      const isTooDeep = (member: string) =>
        holder.names.includes(member) && isEmpty(valueAt([...holder.path, member], raw));
      const tooDeep = Object.keys(value).find(isTooDeep);
      if (tooDeep !== undefined) throw invalid(`${name}.${tooDeep}`, `is in the wrong place: send it as ${tooDeep}.`);
    }
    const [rightObject, ...others] = objects.filter(({ names }) => names.includes(name));
    // A field in an entry of a list may be about just that entry.
    const isInList = holder.path.some((part) => /^\d/.test(part));
    if (rightObject === undefined || others.length > 0 || isInList) continue;
    const rightPath = [...rightObject.path, name];
    if (isEmpty(valueAt(rightPath, raw)))
      throw invalid([...holder.path, name].join('.'), `is in the wrong place: send it as ${rightPath.join('.')}.`);
  }
}

/** The names of the members that a quote decides for its jobs: the country and the product's options. */
export const decidedBy = (product: Product): readonly string[] => ['country', ...Object.keys(product.options().shape)];

/** Refuses options in a job's request that differ from its quote. Skips addresses, which have countries of their own. */
export function refuseOtherOptions(product: Product, quote: Quote, unknown: readonly UnknownField[]): void {
  const quoted: Readonly<Record<string, unknown>> = { ...(quote.options as object), country: quote.country };
  const { shape } = product.options();
  // Parsing puts the members in the schema's order: the table doesn't keep the order in which they were sent.
  const comparable = (option: string, value: unknown): unknown => {
    const schema = shape[option] as z.ZodMiniType | undefined;
    if (schema === undefined) return typeof value === 'string' ? value.toUpperCase() : value;
    const { success, data } = schema.safeParse(value);
    // A malformed value must equal nothing. NaN doesn't even equal itself.
    return success ? JSON.stringify(data) : Number.NaN;
  };
  for (const { holder, name, value } of unknown) {
    const option = holder.path.length < 2 ? matchFieldName(name, decidedBy(product)) : undefined;
    if (option === undefined || comparable(option, value) === comparable(option, quoted[option])) continue;
    const field = [...holder.path, option].join('.');
    const quotedValue = quoted[option];
    let description = `${option} ${quotedValue}`;
    if (quotedValue === undefined) description = `no ${option}`;
    else if (typeof quotedValue === 'object') description = `a different ${option}`;
    throw new Refusal(
      'options_mismatch',
      `${field} is not what was quoted: the quote has ${description}. Leave it out, or request a new quote and let the user approve its price.`,
      { field },
    );
  }
}
