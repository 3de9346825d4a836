/** The operations and objects of the OpenAPI document as pages of Markdown: their fields as tables, with examples. */
import { capitalised } from '../../domain/text.ts';
import { anchorOf } from '../../pages/docs/markdown.ts';
import type { Json, JsonSchema } from '../json-schema.ts';
import { refusalCodes } from '../openapi/errors.ts';
import { writtenApi } from './beside.ts';

/** Replaced by the address of the API, with /v1, when a page is served. */
export const baseUrlMark = '{{BASE_URL}}';

type Schemas = Readonly<Record<string, JsonSchema>>;

interface Exchanged {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema; example?: unknown; examples?: Json }>>;
}

interface ApiOperation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: Exchanged;
  readonly responses: Readonly<Record<string, Exchanged & { readonly $ref?: string }>>;
}

/** The parts of the OpenAPI document that the pages show. */
interface ApiDocument {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { schemas: Schemas; parameters: Schemas; responses: Readonly<Record<string, Exchanged>> };
}

export interface DocPage {
  /** Names the page in its address, `errors`. */
  readonly name: string;
  readonly title: string;
  /** The heading in the list of pages under which it is listed. */
  readonly group: string;
  /** Markdown that begins with its title. Links name other pages as files: `errors.md#not_found`. */
  readonly text: string;
}

export const api = writtenApi(baseUrlMark) as unknown as ApiDocument;

export const pageOf = (
  group: string,
  name: string,
  title: string,
  parts: readonly (string | undefined | false)[],
): DocPage => ({ ...{ group, name, title }, text: [`# ${title}`, ...parts].filter(Boolean).join('\n\n') });

export const jsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Objects that many answers share; each is described once, on a page of their own. */
const sharedObjects = ['Address', 'Price', 'LetterStatus', 'CheckStatus', 'FaxStatus', 'Error'];

const nameOf = ({ $ref }: { readonly $ref?: unknown }): string => String($ref).slice(String($ref).lastIndexOf('/') + 1);

const isShared = (schema: JsonSchema): boolean => sharedObjects.includes(nameOf(schema));

const linkTo = (schema: JsonSchema): string => `[${nameOf(schema)}](objects.md#${nameOf(schema).toLowerCase()})`;

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value : []);

const tableOf = (columns: string, rows: readonly (readonly unknown[])[]): string =>
  [columns, columns.replace(/[^|]+/g, '---'), ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

const cell = (text: unknown): string =>
  String(text ?? '')
    .replaceAll('\n', ' ')
    .replaceAll('|', '\\|');

function typeOf(schema: JsonSchema): string {
  const { type, items, enum: values, const: only, $ref } = schema;
  if ($ref !== undefined) return isShared(schema) ? linkTo(schema) : 'object';
  if (only !== undefined) return `\`${only}\``;
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(', ');
  const [name = 'any'] = [type].flat().filter((each) => each !== 'null') as string[];
  if (name === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema)}`;
  return name === 'string' ? 'text' : name;
}

function limitOf({ maxLength, minimum, maximum }: JsonSchema): string {
  const count = (value: unknown) => Number(value).toLocaleString('en-US');
  if (maxLength !== undefined) return `At most ${count(maxLength)} characters.`;
  return minimum === undefined || maximum === undefined ? '' : `From ${count(minimum)} to ${count(maximum)}.`;
}

/** The fields of a schema as Markdown, nested ones by their path. `always` marks a field that is never missing. */
export function fieldTable(of: JsonSchema, schemas: Schemas, always: 'required' | 'always'): string {
  const follow = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : (schemas[nameOf(schema)] ?? {});
  const rowsOf = ({ properties, required }: JsonSchema, before: string): string[][] =>
    Object.entries((properties ?? {}) as Schemas).flatMap(([name, member]) => {
      const whole = { ...follow(member), ...member };
      const type = `${typeOf(member)}${listOf(required).includes(name as never) ? `, ${always}` : ''}`;
      const row = [`\`${before}${name}\``, type, cell([whole.description, limitOf(member)].filter(Boolean).join(' '))];
      if (isShared(member)) return [row];
      const items = follow((whole.items ?? {}) as JsonSchema);
      return [row, ...rowsOf(whole, `${before}${name}.`), ...rowsOf(items, `${before}${name}[].`)];
    });
  const schema = follow(of);
  const others = [...listOf(schema.allOf), ...listOf(schema.oneOf)].filter(isShared).map(linkTo);
  const rows = rowsOf(schema, '');
  if (others.length > 0) rows.push(['…', others.join(' or '), 'and the fields of that']);
  return rows.length > 0 ? tableOf('| Field | Type | Meaning |', rows) : '';
}

const jsonOf = (message?: Exchanged) => message?.content?.['application/json'] ?? {};

/** A request that can be pasted, as tabs: with curl, and with the typed client. */
function requestText(method: string, path: string, { parameters = [], requestBody }: ApiOperation) {
  const { example: body } = jsonOf(requestBody);
  if (requestBody !== undefined && body === undefined) return undefined;
  const inPath = parameters.filter((one) => one.in === 'path');
  const filled = inPath.reduce((url, { name, example }) => url.replace(`{${name}}`, String(example ?? name)), path);
  const json = JSON.stringify(body, null, 2)?.replaceAll("'", "'\\''");
  const data = json === undefined ? '' : ` \\\n  -H 'content-type: application/json' \\\n  -d '${json}'`;
  const verb = method === 'GET' || (method === 'POST' && data !== '') ? '' : `-X ${method} `;
  const params = { path: Object.fromEntries(inPath.map(({ name, example }) => [name, example ?? name])) };
  const options = { ...(inPath.length > 0 && { params }), ...(body !== undefined && { body }) };
  const typed = Object.keys(options).length > 0 ? `, ${JSON.stringify(options, null, 2)}` : '';
  return `\`\`\`sh curl\ncurl ${verb}'${baseUrlMark}${filled}'${data}\n\`\`\`

\`\`\`ts JavaScript\nconst { data, error } = await api.${method}('${path}'${typed});\n\`\`\``;
}

/** The request and the example of its answer: successes come first. `POST /quotes` */
export function exampleOfCall(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  const operation = api.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${route} is not in the OpenAPI document`);
  const [answer] = Object.values(operation.responses);
  return `${requestText(method, path, operation)}\n\n${jsonBlock(jsonOf(answer).example)}`;
}

function operationPage(method: string, path: string, operation: ApiOperation): DocPage {
  const {
    tags: [tag = ''],
    summary,
    description,
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const { schemas, ...named } = api.components;
  const codes = new Set<string>();
  const answers: string[] = [];
  for (const [status, response] of Object.entries(responses)) {
    const { schema, example, examples } = jsonOf(named.responses[nameOf(response)] ?? response);
    for (const code of Object.keys(examples ?? {})) codes.add(code);
    if (examples !== undefined || (/^[45]/.test(status) && example === undefined)) continue;
    answers.push(`**Answer ${status}** – ${response.description}`);
    // A further answer with the same fields repeats none of them.
    const parts = [example === undefined ? '' : jsonBlock(example), fieldTable(schema ?? {}, schemas, 'always')];
    answers.push(...parts.filter((part) => part !== '' && !answers.includes(part)));
  }
  const errors = refusalCodes.filter((code) => codes.has(code)).map((code) => `[\`${code}\`](errors.md#${code})`);
  const fields = jsonOf(requestBody).schema;
  const rows = parameters
    .map((one) => named.parameters[nameOf(one)] ?? one)
    .map(({ name, in: place, description: words }) => [`\`${name}\``, place, cell(words)]);
  const route = `${method} ${path}`;
  return pageOf(capitalised(tag), anchorOf(route.replace(/\W+/g, ' ').trim()), route, [
    summary,
    description,
    rows.length > 0 && tableOf('| Parameter | In | Meaning |', rows),
    fields && `**Request**\n\n${fieldTable(fields, schemas, 'required')}`,
    requestText(method, path, operation),
    ...answers,
    errors.length > 0 && `**Errors** – ${errors.join(', ')}`,
  ]);
}

/** In groups by their tags, products first. */
export function operationPages(): readonly DocPage[] {
  const pages = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationPage(method.toUpperCase(), path, operation)),
  );
  return api.tags.flatMap(({ name }) => pages.filter(({ group }) => group === capitalised(name)));
}

export const objectsPage = (): DocPage =>
  pageOf('Reference', 'objects', 'Objects', [
    'What several requests and answers have in common.',
    ...sharedObjects.flatMap((name) => [
      `## ${name}`,
      api.components.schemas[name]?.description as string | undefined,
      fieldTable({ $ref: name }, api.components.schemas, name === 'Address' ? 'required' : 'always'),
    ]),
  ]);
