/** All pages of the documentation: guides, and the operations of the OpenAPI document as Markdown. */
import { mcpSettings } from '../../config/app.ts';
import { notFound } from '../../domain/refusal.ts';
import { capitalized } from '../../domain/text.ts';
import { docsPage } from '../../pages/docs.ts';
import { readerFor } from '../../pages/reader.ts';
import type { HttpResult } from '../http/http-event.ts';
import { withMiddleware } from '../http/middleware.ts';
import { problemAsPage } from '../http/page.ts';
import { gateCodes, gatewayMessages, statusOfOutcome, statusOfRefusal } from '../http/problem.ts';
import type { Json, JsonSchema } from '../json-schema.ts';
import { errorExample, meanings, refusalCodes } from '../openapi/errors.ts';
import { readDocsFile, storedOpenApi } from './docs-files.ts';
import { pluralsOf, productDocs } from './products.ts';

// Placeholders, which are replaced when a page is served. The base URL ends in /v1.
const baseUrlMark = '{{BASE_URL}}';
const mcpUrlMark = '{{MCP_URL}}';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** A request body or a response of the OpenAPI document. */
interface HttpMessage {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema; example?: unknown; examples?: Json }>>;
}

interface ApiOperation extends Readonly<Record<'method' | 'path' | 'operationId' | 'summary', string>> {
  readonly tags: readonly string[];
  readonly description?: string;
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: HttpMessage;
  readonly responses: Readonly<Record<string, HttpMessage & { readonly $ref?: string }>>;
}

export interface DocPage {
  readonly name: string;
  /** Below `/docs`, such as `/errors`. Empty for the first page. */
  readonly path: string;
  readonly title: string;
  readonly group: 'Guides' | 'Reference';
  /** Markdown that begins with the title. Its links name other pages as files: `errors.md#not_found`. */
  readonly text: string;
}

/** The parts of the OpenAPI document that the pages show. */
const { tags, paths, components } = storedOpenApi() as unknown as {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { schemas: Schemas; parameters: Schemas; responses: Readonly<Record<string, HttpMessage>> };
};
const operations: readonly ApiOperation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

function pageOf(group: DocPage['group'], name: string, parts: readonly (string | undefined)[]): DocPage {
  const text = parts.filter(Boolean).join('\n\n');
  return { group, name, path: name === 'index' ? '' : `/${name}`, title: /^# (.+)/.exec(text)?.[1] ?? name, text };
}

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);
const jsonBlock = (value: unknown): string => `\`\`\`json\n${jsonOf(value)}\n\`\`\``;

/** The name at the end of a reference to a schema, a parameter or a response. Empty for anything else. */
const referencedName = ({ $ref = '' }: { readonly $ref?: unknown }): string => `${$ref}`.split('/').at(-1) ?? '';
const asList = <T = JsonSchema>(value: unknown): T[] => (Array.isArray(value) ? value : []);

const tableOf = (header: string, rows: readonly (readonly unknown[])[]): string | undefined =>
  rows.length === 0
    ? undefined
    : [header, header.replace(/[^|]+/g, '---'), ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

const cellText = (text: unknown): string => `${text ?? ''}`.replaceAll('\n', ' ').replaceAll('|', '\\|');

function typeOf(schema: JsonSchema): string {
  const { type, items, enum: values, $ref, anyOf } = schema;
  if ($ref !== undefined) return 'object';
  // The other variant is null.
  if (anyOf !== undefined) return typeOf(asList(anyOf)[0] ?? {});
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(', ');
  const [name = 'any'] = [type].flat().filter((each) => each !== 'null') as string[];
  if (name === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema).replace(/^object$/, 'objects')}`;
  return name === 'string' ? 'text' : name;
}

/** A field that two variants of a response share: the values of both, and each sentence once. */
function mergeFields(first: JsonSchema = {}, second: JsonSchema): JsonSchema {
  const valuesOf = ({ enum: values, const: value }: JsonSchema) => (value === undefined ? asList(values) : [value]);
  const values = [...new Set([first, second].flatMap(valuesOf))];
  const sentences = [first, second].flatMap(({ description = '' }) => `${description}`.split(/(?<=\.) /));
  const description = [...new Set(sentences)].filter(Boolean).join(' ');
  return {
    ...second,
    ...(values.length > 0 && { const: undefined, enum: values }),
    ...(description && { description }),
  };
}

/** Any fields of a schema as Markdown, nested ones by their path. `label` marks the fields that are never missing. */
export function fieldTable(root: JsonSchema, schemas: Schemas, label: 'required' | 'always'): string | undefined {
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : (schemas[referencedName(schema)] ?? {});
  const count = (value: unknown) => Number(value ?? 0).toLocaleString('en-US');
  const limitOf = ({ maxLength, minimum, maximum }: JsonSchema) =>
    maxLength ? `At most ${count(maxLength)} characters.` : maximum && `From ${count(minimum)} to ${count(maximum)}.`;
  const membersOf = ({ properties = {}, allOf, oneOf }: JsonSchema): Schemas => {
    const parts = [...[...asList(allOf), ...asList(oneOf)].map((each) => membersOf(resolve(each))), properties];
    const members: Record<string, JsonSchema> = {};
    for (const [name, member] of parts.flatMap((part) => Object.entries(part as Schemas)))
      members[name] = mergeFields(members[name], member);
    return members;
  };
  const rowsOf = (schema: JsonSchema, before: string): string[][] =>
    Object.entries(membersOf(schema)).flatMap(([name, member]) => {
      const path = `${before}${name}`;
      const field = { ...resolve(member), ...member };
      const type = `${typeOf(member)}${asList<string>(schema.required).includes(name) ? `, ${label}` : ''}`;
      const row = [`\`${path}\``, type, cellText([field.description, limitOf(member)].filter(Boolean).join(' '))];
      const items = resolve((field.items ?? {}) as JsonSchema);
      return [row, ...rowsOf(field, `${path}.`), ...rowsOf(items, `${path}[].`)];
    });
  return tableOf('| Field | Type | Meaning |', rowsOf(resolve(root), ''));
}

const jsonContentOf = (message?: HttpMessage) => message?.content?.['application/json'] ?? {};

/** A request to copy, with curl and with the typed clients, each in a tab. `undefined` if its body has no example. */
function requestText({ method, path, operationId, tags, parameters = [], requestBody, responses }: ApiOperation) {
  const { example: body, schema = {} } = jsonContentOf(requestBody);
  if (requestBody !== undefined && body === undefined) return undefined;
  const inPath = parameters.filter((each) => each.in === 'path').map(({ name, example }) => [name, example ?? name]);
  const pathValues = Object.fromEntries(inPath);
  // curl chooses GET without a body and POST with a body.
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `;
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => pathValues[name]);
  const data = body && ` \\\n  -H 'content-type: application/json' \\\n  -d '${jsonOf(body).replaceAll("'", "'\\''")}'`;
  const curl = `curl ${verb}'${baseUrlMark}${filledPath}'${data ?? ''}`;
  const params = inPath.length > 0 ? { path: pathValues } : undefined;
  const options = params || body ? `, ${jsonOf({ params, body })}` : '';
  const javaScript = `const { data, error } = await api.${method}('${path}'${options});`;
  const call = operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const args = [...inPath.map(([, example]) => jsonOf(example)), 'client=client', ...(body ? ['body=body'] : [])];
  const model = referencedName(schema);
  const bodyCode =
    body && `from print_and_mail_client.models import ${model}\n\nbody = ${model}.from_dict(${jsonOf(body)})`;
  const python = `from print_and_mail_client.api.${tags[0]} import ${call}\n${bodyCode ?? ''}\ndata = answered(${call}.sync(${args.join(', ')}))`;
  // The Python client has no calls without a JSON response.
  const hasPython = Object.values(responses)[0]?.content?.['application/json'] !== undefined;
  const blocks = [['sh curl', curl], ['ts JavaScript', javaScript], ...(hasPython ? [['python Python', python]] : [])];
  return blocks.map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``).join('\n\n');
}

/** The request of a route such as `POST /quotes`, and the example of its successful response. */
function exampleOfCall(route: string): string {
  const operation = operations.find(({ method, path }) => `${method} ${path}` === route) as ApiOperation;
  return `${requestText(operation)}\n\n${jsonBlock(jsonContentOf(Object.values(operation.responses)[0]).example)}`;
}

/** One operation: its parameters, fields, request, responses and errors. */
function operationText(operation: ApiOperation): string {
  const { method, path, summary, description, parameters = [], requestBody, responses } = operation;
  const { schemas } = components;
  const codes = new Set<string>();
  const parts: (string | undefined)[] = [];
  for (const [status, response] of Object.entries(responses)) {
    const { schema, example, examples } = jsonContentOf(components.responses[referencedName(response)] ?? response);
    for (const code of Object.keys(examples ?? {})) codes.add(code);
    if (examples !== undefined || (/^[45]/.test(status) && example === undefined)) continue;
    // Errors are only listed by code below. Identical examples and field tables are shown once.
    const body = [example === undefined ? undefined : jsonBlock(example), fieldTable(schema ?? {}, schemas, 'always')];
    parts.push(`**Response ${status}** – ${response.description}`, ...body.filter((part) => !parts.includes(part)));
  }
  const errors = refusalCodes.filter((code) => codes.has(code)).map((code) => `[\`${code}\`](errors.md#${code})`);
  const fields = jsonContentOf(requestBody).schema;
  const rows = parameters
    .map((parameter) => components.parameters[referencedName(parameter)] ?? parameter)
    .map(({ name, in: location, description }) => [`\`${name}\``, location, cellText(description)]);
  return [
    `## ${method} ${path}`,
    summary,
    description,
    tableOf('| Parameter | In | Meaning |', rows),
    fields && `**Request**\n\n${fieldTable(fields, schemas, 'required')}`,
    requestText(operation),
    ...parts,
    errors.length > 0 && `**Errors** – ${errors.join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The page as Markdown. A link to a page becomes `docs`, its path and `suffix`; a link to another file, plain text. */
export function markdownOf(
  page: DocPage,
  pages: readonly DocPage[],
  { docs, suffix, ...urls }: Readonly<Record<'baseUrl' | 'mcpUrl' | 'docs' | 'suffix', string>>,
): string {
  const urlOf = (target: string): string | undefined => {
    if (/^https?:|^\{/.test(target)) return target;
    if (target === 'openapi.json') return `${urls.baseUrl}/openapi.json`;
    // The only section of the configuration that clients need is a separate page.
    const [file = '', anchor] = target.replace('configuration.md#test-triggers', 'testing.md').split('#');
    const name = file === '' ? page.name : file.replace('../docs/', '').replace(/\.md$/, '');
    const linkedPage = pages.find((each) => each.name === name);
    return linkedPage && `${docs}${linkedPage.path}${suffix}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const linked = page.text.replace(/\[((?:[^[\]`]|`[^`]*`)+)\]\(([^()\s]+)\)/g, (_, text: string, target: string) => {
    const url = urlOf(target);
    return url === undefined ? text : `[${text}](${url})`;
  });
  return `${linked.replaceAll(baseUrlMark, urls.baseUrl).replaceAll(mcpUrlMark, urls.mcpUrl).trimEnd()}\n`;
}

/** A page from a file of `docs/`: without its images, and with marks in place of the URLs of a local service. */
const guideFrom = (name: string, text: string, group: DocPage['group'] = 'Guides'): DocPage => {
  const withoutImages = text.replace(/^!\[.*\n\n?/gm, '').replaceAll('http://127.0.0.1:8787/mcp', mcpUrlMark);
  return pageOf(group, name, [withoutImages.replaceAll('http://127.0.0.1:8787/v1', baseUrlMark)]);
};

/** All pages, in the order of the sidebar. Guides that only operators need are left out. */
export function buildLibrary(): readonly DocPage[] {
  const [, triggers = ''] = readDocsFile('configuration.md').split('\n## Test triggers\n');
  const guides = (...names: readonly string[]) => names.map((name) => guideFrom(name, readDocsFile(`${name}.md`)));
  // The webhooks have a guide instead.
  const referenceTags = tags.filter(({ name }) => name !== 'webhooks');
  const gates: Readonly<Record<(typeof gateCodes)[number], string>> = {
    body_too_large: 'Status 413. The body is larger than 4 MB: send a large PDF by `pdf_url`.',
    wrong_host:
      'Status 421, on one machine only. The service does not accept this `Host`: set `PUBLIC_BASE_URL` to allow it.',
    wrong_address: 'Status 403. The request bypasses the edge: use the public URL of the service.',
  };
  const operationsOf = (tag: string) => operations.filter(({ tags }) => tags.includes(tag)).map(operationText);
  return [
    pageOf('Guides', 'index', [
      '# Quickstart',
      `How programs send ${pluralsOf(productDocs)}. You need no account and no key: use any HTTP client, or install [ours](client.md).`,
      `\`\`\`sh JavaScript\nnpm install print-and-mail\n\`\`\`\n\n\`\`\`sh Python\npip install print-and-mail\n\`\`\`\n\nThen create a client:`,
      `\`\`\`ts JavaScript\nimport { printAndMail } from 'print-and-mail';\nconst api = printAndMail('${baseUrlMark}');\n\`\`\`\n\n\`\`\`python Python\nfrom print_and_mail_client import answered, print_and_mail\nclient = print_and_mail("${baseUrlMark}")\n\`\`\``,
      '**1. Request a quote.** Nothing is charged.',
      exampleOfCall('POST /quotes'),
      '**2. Show the price to the person who pays, and create the job** with the same content, the `quote_id` and a new UUID. Nothing is charged yet.',
      exampleOfCall('POST /jobs'),
      '**3. Give the person `pay_url`.** The page shows what will be sent, and links to the payment.',
      '**4. Check the status.**',
      exampleOfCall('GET /jobs/{job_id}'),
      `Every page is also Markdown: add \`.md\` to its URL. All of them in one file: [\`llms-full.txt\`](${baseUrlMark}/llms-full.txt). The whole API as a machine-readable file: [OpenAPI 3.1](openapi.json).`,
    ]),
    guideFrom('client', readDocsFile('../client/README.md')),
    ...guides('command-line', 'assistants'),
    guideFrom('testing', `# Test triggers\n${triggers.split(/\n## /)[0]}`),
    ...guides('content', 'payers'),
    guideFrom('emails', readDocsFile('emails.md').replace(/\n## Send them\n[\s\S]*/, '')),
    ...guides('webhooks', 'receipts', 'privacy', 'not-offered'),
    ...referenceTags.map(({ name }) => pageOf('Reference', name, [`# ${capitalized(name)}`, ...operationsOf(name)])),
    pageOf('Reference', 'errors', [
      '# Errors',
      'An error is JSON. `error` is a sentence for people that names the field and the fix, `code` is for programs, `field` is the path of the field, and `docs_url` leads to a section of this page. If there are several faults, `errors` [lists them all](contract.md#errors). Every response has `x-request-id`.',
      ...refusalCodes.flatMap((code) => [
        `## ${code}\n\nStatus ${statusOfRefusal[code]}. ${meanings[code]}`,
        jsonBlock({ ...errorExample(code), docs_url: `${baseUrlMark}/docs/errors#${code}` }),
      ]),
      ...gateCodes.map((code) => `## ${code}\n\n${gates[code]}`),
      '## Without a code\n\nAn internal error returns 500, and its message includes the request id. On AWS, if no function responds, the gateway does, with `{"message"}`. In both cases, send the same request again after a few seconds, with the same `idempotency_key`.',
      tableOf('| Status | `message` |', Object.entries(gatewayMessages)),
    ]),
    guideFrom('contract', readDocsFile('contract.md'), 'Reference'),
  ];
}

const plainText = (type: string, body: string): HttpResult => ({
  statusCode: statusOfOutcome.done,
  headers: { 'content-type': `${type}; charset=utf-8`, 'x-robots-tag': 'noindex' },
  body,
});

/** Serves each page as HTML and as Markdown, and all of them as one text. */
export function docs() {
  const library = buildLibrary();
  return withMiddleware(
    'show-about',
    async (request) => {
      const { rawPath, pathParameters: { page: nameInPath } = {} } = request.event;
      const { baseUrl } = request.caller;
      const urls = { baseUrl, mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', baseUrl).href };
      const asMarkdown = (page: DocPage) =>
        markdownOf(page, library, { ...urls, docs: `${baseUrl}/docs`, suffix: '.md' });
      if (rawPath.endsWith('/llms-full.txt')) return plainText('text/plain', library.map(asMarkdown).join('\n'));
      const page = library.find(({ name }) => name === (nameInPath?.replace(/\.md$/, '') ?? 'index'));
      // The first page is at /docs only, not also at /docs/index.
      if (page === undefined || (page.name === 'index' && nameInPath !== undefined)) throw notFound();
      if (rawPath.endsWith('.md')) return plainText('text/markdown', asMarkdown(page));
      const docsPath = `${new URL(baseUrl).pathname}/docs`;
      const text = markdownOf(page, library, { ...urls, docs: docsPath, suffix: '' });
      const view = { docs: docsPath, path: page.path, text, pages: library };
      const reader = await readerFor({ ...request.deps.settings, acceptLanguage: 'en' });
      return { statusCode: statusOfOutcome.done, ...docsPage(view, reader) };
    },
    { formatProblem: problemAsPage, openToBrowsers: true },
  );
}
