/** All pages of the documentation: guides, and the operations and objects of the OpenAPI document as Markdown. */
import { capitalized } from '../../domain/text.ts';
import { anchorOf } from '../../pages/docs/markdown.ts';
import { gateCodes, gatewayMessages, statusOfRefusal } from '../http/problem.ts';
import type { Json, JsonSchema } from '../json-schema.ts';
import { errorExample, meanings, refusalCodes } from '../openapi/errors.ts';
import { readBeside, writtenApi } from './beside.ts';
import { pluralsOf, productDocs } from './products.ts';

// Replaced when a page is served. The address of the API ends in /v1.
const baseUrlMark = '{{BASE_URL}}';
const mcpUrlMark = '{{MCP_URL}}';

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

export interface DocPage {
  /** Names the page in its address, `errors`. */
  readonly name: string;
  readonly title: string;
  /** The heading in the list of pages under which it is listed. */
  readonly group: string;
  /** Markdown that begins with its title. Links name other pages as files: `errors.md#not_found`. */
  readonly text: string;
}

/** The parts of the OpenAPI document that the pages show. */
const api = writtenApi(baseUrlMark) as unknown as {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { schemas: Schemas; parameters: Schemas; responses: Readonly<Record<string, Exchanged>> };
};

const pageOf = (
  group: string,
  name: string,
  title: string,
  parts: readonly (string | undefined | false)[],
): DocPage => ({ group, name, title, text: [`# ${title}`, ...parts].filter(Boolean).join('\n\n') });

const jsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Objects that many responses share. Each is described once, on a page of their own. */
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

/** The fields of a schema as Markdown, nested ones by their path. `always` marks a field that is never missing. */
export function fieldTable(of: JsonSchema, schemas: Schemas, always: 'required' | 'always'): string {
  const follow = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : (schemas[nameOf(schema)] ?? {});
  const limitOf = ({ maxLength, minimum, maximum }: JsonSchema): string => {
    const count = (value: unknown) => Number(value).toLocaleString('en-US');
    if (maxLength !== undefined) return `At most ${count(maxLength)} characters.`;
    return minimum === undefined || maximum === undefined ? '' : `From ${count(minimum)} to ${count(maximum)}.`;
  };
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
function exampleOfCall(route: string): string {
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
    // Another response with the same fields does not repeat them.
    const parts = [example === undefined ? '' : jsonBlock(example), fieldTable(schema ?? {}, schemas, 'always')];
    answers.push(...parts.filter((part) => part !== '' && !answers.includes(part)));
  }
  const errors = refusalCodes.filter((code) => codes.has(code)).map((code) => `[\`${code}\`](errors.md#${code})`);
  const fields = jsonOf(requestBody).schema;
  const rows = parameters
    .map((one) => named.parameters[nameOf(one)] ?? one)
    .map(({ name, in: place, description: words }) => [`\`${name}\``, place, cell(words)]);
  const route = `${method} ${path}`;
  return pageOf(capitalized(tag), anchorOf(route.replace(/\W+/g, ' ').trim()), route, [
    summary,
    description,
    rows.length > 0 && tableOf('| Parameter | In | Meaning |', rows),
    fields && `**Request**\n\n${fieldTable(fields, schemas, 'required')}`,
    requestText(method, path, operation),
    ...answers,
    errors.length > 0 && `**Errors** – ${errors.join(', ')}`,
  ]);
}

export const pathOf = ({ name }: DocPage): string => (name === 'index' ? '' : `/${name}`);

/** The page as Markdown with whole addresses below `docs`. A link to a file that is not served loses its address. `baseUrl` ends in /v1. */
export function markdownOf(
  page: DocPage,
  pages: readonly DocPage[],
  urls: { readonly baseUrl: string; readonly mcpUrl: string },
  docs: string,
  suffix = '',
): string {
  const addressOf = (target: string): string | undefined => {
    if (/^https?:|^\{/.test(target)) return target;
    if (target === 'openapi.json') return `${urls.baseUrl}/openapi.json`;
    // The only section of the configuration that callers need is a page of its own.
    const [file = '', anchor] = target.replace('configuration.md#test-triggers', 'testing.md').split('#');
    const name = file === '' ? page.name : file.replace('../docs/', '').replace(/\.md$/, '');
    const linkedPage = pages.find((each) => each.name === name);
    return linkedPage && `${docs}${pathOf(linkedPage)}${suffix}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const linked = page.text.replace(/\[((?:[^[\]`]|`[^`]*`)+)\]\(([^()\s]+)\)/g, (_, words: string, target: string) => {
    const address = addressOf(target);
    return address === undefined ? words : `[${words}](${address})`;
  });
  return `${linked.replaceAll(baseUrlMark, urls.baseUrl).replaceAll(mcpUrlMark, urls.mcpUrl).trimEnd()}\n`;
}

const startPage = (): DocPage =>
  pageOf('Start', 'index', 'Start', [
    `How programs send ${pluralsOf(productDocs)}. You need no account and no key. All paths below begin with \`${baseUrlMark}\`.`,
    '## A first letter',
    '**1. Ask for the price.** Nothing is charged.',
    exampleOfCall('POST /quotes'),
    '**2. Show the price to the person who pays, and create the job** with the same content, the `quote_id` and a fresh UUID. Nothing is charged yet.',
    exampleOfCall('POST /jobs'),
    '**3. Give the person `pay_url`.** The page shows what will be sent, and leads to the payment.',
    '**4. Check the status.**',
    exampleOfCall('GET /jobs/{job_id}'),
    '## Order of calls',
    api.info.description,
    `Every page is also Markdown: add \`.md\` to its address. All of them in one file: [llms-full.txt](${baseUrlMark}/llms-full.txt). Every field for programs: [OpenAPI 3.1](openapi.json).`,
  ]);

function errorsPage(): DocPage {
  const gates: Readonly<Record<(typeof gateCodes)[number], string>> = {
    body_too_large: 'Status 413. The body is larger than 4 MB: send a large PDF by `pdf_url`.',
    wrong_host:
      'Status 421. On one machine only: the `Host` of the request is not this machine. `PUBLIC_BASE_URL` allows other names.',
    wrong_address: 'Status 403. The request bypasses the edge: use the public address of the service.',
  };
  return pageOf('Reference', 'errors', 'Errors', [
    'An error is JSON. `error` is a sentence for people that names the field and the cure; `code` is for programs. `field` is the path of the field. `docs_url` leads to the section of this page that explains the code. Every response carries `x-request-id`.',
    'Where there are several faults, `errors` has each of them: [Errors](contract.md#errors). With `Accept: application/problem+json` the response has the form of RFC 9457.',
    ...refusalCodes.flatMap((code) => [
      `## ${code}`,
      `Status ${statusOfRefusal[code]}. ${meanings[code]}`,
      jsonBlock({ ...errorExample(code), docs_url: `${baseUrlMark}/docs/errors#${code}` }),
    ]),
    ...gateCodes.flatMap((code) => [`## ${code}`, gates[code]]),
    '## Without a code',
    'An error of the service itself is 500: its sentence names the request id and nothing else.',
    'On AWS the gateway responds where no function does. Its body is `{"message"}`, without `error` and `code`:',
    [
      '| Status | `message` |',
      '|---|---|',
      ...Object.entries(gatewayMessages).map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
    'Nothing was done then, or the retry gets its result: send the same request after a few seconds, with the same `idempotency_key`.',
  ]);
}

/** A guide of docs/, as its page is called there. Its links name its headings, so only the title is new. */
const guide = (group: string, name: string, title: string, text = readBeside(`${name}.md`)): DocPage => ({
  group,
  name,
  title,
  text: text
    .replace(/^# .+/, `# ${title}`)
    .replace(/^!\[.*\n\n?/gm, '')
    .replaceAll('http://127.0.0.1:8787/mcp', mcpUrlMark)
    .replaceAll('http://127.0.0.1:8787/v1', baseUrlMark),
});

/** In the order in which the pages are listed. Guides for operators are not for callers. */
export function libraryOf(): readonly DocPage[] {
  const [, triggers = ''] = readBeside('configuration.md').split('\n## Test triggers\n');
  const [emails] = readBeside('emails.md').split('\n## Send them\n');
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationPage(method.toUpperCase(), path, operation)),
  );
  return [
    startPage(),
    guide('Start', 'assistants', 'Assistants'),
    guide('Start', 'command-line', 'Command line'),
    guide('Start', 'client', 'Typed clients', readBeside('../client/README.md')),
    guide('Start', 'testing', 'Test triggers', `# Test triggers\n${triggers.split(/\n## /)[0]}`),
    guide('Start', 'not-done', 'What it does not do'),
    guide('Guides', 'content', 'Content'),
    guide('Guides', 'payers', 'What payers see'),
    guide('Guides', 'emails', 'E-mails', emails),
    guide('Guides', 'webhooks', 'Webhooks'),
    guide('Guides', 'receipts', 'Receipts'),
    guide('Guides', 'privacy', 'Privacy'),
    guide('Reference', 'contract', 'Rules'),
    pageOf('Reference', 'objects', 'Objects', [
      'What several requests and answers have in common.',
      ...sharedObjects.flatMap((name) => [
        `## ${name}`,
        api.components.schemas[name]?.description as string | undefined,
        fieldTable({ $ref: name }, api.components.schemas, name === 'Address' ? 'required' : 'always'),
      ]),
    ]),
    errorsPage(),
    // In groups by their tags, products first.
    ...api.tags.flatMap(({ name }) => operations.filter(({ group }) => group === capitalized(name))),
  ];
}
