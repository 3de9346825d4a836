/** The endpoints as pages of Markdown, made from the OpenAPI document: one page for each of its tags. */
import { capitalised } from '../../domain/words.ts';
import { statusOfOutcome } from '../http/problem.ts';
import type { Json, JsonSchema } from '../json-schema.ts';
import { refusalCodes } from '../openapi/errors.ts';
import { fieldList, type Schemas, sharedObjects } from './fields.ts';

/** Stands for the address of the API, with /v1, until a page is served. */
export const baseUrlMark = '{{BASE_URL}}';

interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

type DocContent = Readonly<Record<string, MediaType>>;

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: DocContent;
}

interface DocOperation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: DocContent };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface ApiDocument {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocOperation>>>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Json>>;
  };
}

export interface DocPage {
  /** Names the page in its address, `errors`. */
  readonly name: string;
  readonly title: string;
  /** The heading in the list of pages under which it stands. */
  readonly group?: string;
  /** The page from which it was cut. */
  readonly part?: string;
  /** Begins with its title. Links name other pages as files: `errors.md#not_found`. */
  readonly text: string;
}

const joined = (parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join('\n\n');

export const pageOf = (name: string, title: string, parts: readonly (string | false | undefined)[]): DocPage => ({
  name,
  title,
  text: joined([`# ${title}`, ...parts]),
});

export const jsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const jsonOf = (content: DocContent | undefined): MediaType | undefined => content?.['application/json'];

export function tagPages(document: ApiDocument): DocPage[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
  return document.tags.flatMap(({ name, description }) => {
    const own = all.filter(({ operation }) => operation.tags.includes(name));
    // Webhooks have a guide, and no request of a caller.
    if (own.length === 0) return [];
    const texts = own.map(({ route, operation }) => operationText(route, operation, document));
    return [pageOf(name, capitalised(name), [description, ...texts])];
  });
}

function operationText(route: string, operation: DocOperation, document: ApiDocument): string {
  const { summary, description, requestBody, responses } = operation;
  const { schemas } = document.components;
  const body = jsonOf(requestBody?.content);
  return joined([
    `## ${route}`,
    summary,
    description,
    parametersText(operation, document),
    body?.schema && `**Request**\n\n${fieldList(body.schema, schemas, 'request')}`,
    requestText(route, operation),
    ...answersText(responses, schemas),
    errorsText(responses, document),
  ]);
}

function parametersText({ parameters = [] }: DocOperation, { components }: ApiDocument): string | undefined {
  const given = parameters.map((one) =>
    one.$ref === undefined ? one : (components.parameters[String(one.$ref).split('/').at(-1) ?? ''] ?? {}),
  );
  const rows = given.map(
    ({ name, in: place, description = '' }) =>
      `| \`${name}\` | ${place} | ${String(description).replaceAll('|', '\\|')} |`,
  );
  return rows.length > 0 ? ['| Parameter | In | Meaning |', '|---|---|---|', ...rows].join('\n') : undefined;
}

/** The same with the typed client, whose sample says how `api` is made. */
function inScript(route: string, parameters: readonly Json[], body: unknown): string {
  const [method = '', path = ''] = route.split(' ');
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name, example }) => [name, example ?? name]);
  const given = {
    ...(inPath.length > 0 ? { params: { path: Object.fromEntries(inPath) } } : {}),
    ...(body === undefined ? {} : { body }),
  };
  const options = Object.keys(given).length > 0 ? `, ${JSON.stringify(given, null, 2)}` : '';
  return `\`\`\`ts JavaScript\nconst { data, error } = await api.${method}('${path}'${options});\n\`\`\``;
}

const shell = (command: string): string => `\`\`\`sh Command line\nnpx print-and-mail ${command}\n\`\`\``;

/** The requests that the command line makes. */
export const inShell: Readonly<Record<string, string>> = {
  'POST /quotes': shell('quote letter.md --to "Ada Lovelace, 12 Main St, Albany, NY 12207"'),
  'POST /jobs': shell('send letter.md --to "Ada Lovelace, 12 Main St, Albany, NY 12207"'),
  'POST /check-jobs': shell(
    'check 1250.00 --account bank_… --to "Ada Lovelace, 12 Main St, Albany, NY 12207" --memo Rent',
  ),
  'POST /fax-quotes': shell('quote letter.md --fax "+1 212 555 0199"'),
  'POST /fax-jobs': shell('send letter.md --fax "+1 212 555 0199"'),
  'POST /uploads': shell('send contract.pdf --to "Ada Lovelace, 12 Main St, Albany, NY 12207"'),
  'GET /.well-known/jwks.json': shell('verify receipt.json'),
  'GET /jobs/{job_id}': shell('status JOB --watch'),
  'POST /jobs/{job_id}/cancel': shell('cancel JOB'),
  'GET /jobs/{job_id}/receipt': shell('receipt JOB --json > receipt.json'),
};

/** A request that can be pasted: with curl, with the typed client, and on the command line where that can. */
function requestText(route: string, { parameters = [], requestBody }: DocOperation): string | undefined {
  const [method = '', path = ''] = route.split(' ');
  const example = jsonOf(requestBody?.content)?.example;
  if (requestBody !== undefined && example === undefined) return undefined;
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = parameters.find((one) => one.name === name)?.example;
    return value === undefined ? whole.slice(1, -1).toUpperCase() : String(value);
  });
  const verb = method === 'GET' || (method === 'POST' && example !== undefined) ? '' : `-X ${method} `;
  const data =
    example === undefined
      ? ''
      : ` \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`;
  const curl = `\`\`\`sh curl\ncurl ${verb}'${baseUrlMark}${filled}'${data}\n\`\`\``;
  return joined([curl, inScript(route, parameters, example), inShell[route]]);
}

/** `POST /quotes` */
export function requestOf(route: string, { paths }: ApiDocument): string {
  const [method = '', path = ''] = route.split(' ');
  const operation = paths[path]?.[method.toLowerCase()];
  return (operation && requestText(route, operation)) ?? '';
}

/** The example of the answer to `POST /quotes`: successes come first. */
export function answerOf(route: string, { paths }: ApiDocument): unknown {
  const [method = '', path = ''] = route.split(' ');
  const [answer] = Object.values(paths[path]?.[method.toLowerCase()]?.responses ?? {});
  return jsonOf(answer?.content)?.example;
}

/** The answer that tells of a creation comes first. A further answer with the same fields repeats none of them. */
function answersText(responses: DocOperation['responses'], schemas: Schemas): string[] {
  const answers = Object.entries(responses).flatMap(([status, { description = '', content }]) => {
    const media = jsonOf(content);
    // An answer of an error has examples by their codes; they stand on the page of errors.
    if (content === undefined || media?.examples !== undefined || isRefusal(status, content)) return [];
    return [{ status, description, media, fields: media?.schema ? fieldList(media.schema, schemas, 'answer') : '' }];
  });
  const first = ({ status }: { readonly status: string }) => (status === createdFirst ? 0 : 1);
  return answers
    .toSorted((a, b) => first(a) - first(b))
    .map(({ status, description, media, fields }, at, all) =>
      joined([
        `**Answer ${status}** – ${description}`,
        media?.example !== undefined && !isRepeated(media, all.slice(0, at)) && jsonBlock(media.example),
        !all.slice(0, at).some((other) => other.fields === fields) && fields,
      ]),
    );
}

const createdFirst = String(statusOfOutcome.created);

const isRepeated = ({ example }: MediaType, before: readonly { readonly media: MediaType | undefined }[]): boolean =>
  before.some(({ media }) => JSON.stringify(media?.example) === JSON.stringify(example));

/** A page that says why not. */
const isRefusal = (status: string, content: DocContent): boolean => /^[45]/.test(status) && 'text/html' in content;

function errorsText(responses: DocOperation['responses'], { components }: ApiDocument): string | undefined {
  const codes = Object.values(responses).flatMap((response) => {
    const whole = response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1) ?? ''];
    return Object.keys(jsonOf(whole?.content)?.examples ?? {});
  });
  const known = refusalCodes.filter((code) => codes.includes(code));
  if (known.length === 0) return undefined;
  return `**Errors** – ${known.map((code) => `[\`${code}\`](errors.md#${code})`).join(', ')}`;
}

export const objectsPage = ({ components: { schemas } }: ApiDocument): DocPage =>
  pageOf('objects', 'Objects', [
    'What several requests and answers have in common.',
    ...sharedObjects.map((name) =>
      joined([
        `## ${name}`,
        schemas[name]?.description as string | undefined,
        fieldList({ $ref: name }, schemas, name === 'Address' ? 'request' : 'answer'),
      ]),
    ),
  ]);
