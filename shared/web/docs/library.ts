/** All pages of the documentation: those made from the OpenAPI document, and the guides. */

import { gateCodes, gatewayMessages, statusOfRefusal } from '../http/problem.ts';
import { errorExample, meanings, refusalCodes } from '../openapi/errors.ts';
import { readBeside } from './beside.ts';
import { pluralsOf, productDocs } from './products.ts';
import {
  api,
  baseUrlMark,
  type DocPage,
  exampleOfCall,
  jsonBlock,
  objectsPage,
  operationPages,
  pageOf,
} from './reference.ts';

export interface DocUrls {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
}

const mcpUrlMark = '{{MCP_URL}}';

export const pathOf = ({ name }: DocPage): string => (name === 'index' ? '' : `/${name}`);

/** The page as Markdown with whole addresses below `docs`. A link to a file that is not served loses its address. */
export function markdownOf(page: DocPage, pages: readonly DocPage[], urls: DocUrls, docs: string, suffix = ''): string {
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

const gates: Readonly<Record<(typeof gateCodes)[number], string>> = {
  body_too_large: 'Status 413. The body is larger than 4 MB: send a large PDF by `pdf_url`.',
  wrong_host:
    'Status 421. On one machine only: the `Host` of the request is not this machine. `PUBLIC_BASE_URL` allows other names.',
  wrong_address: 'Status 403. The request bypasses the edge: use the public address of the service.',
};

const errorsPage = (): DocPage =>
  pageOf('Reference', 'errors', 'Errors', [
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
    'Nothing was done then, or it will be found again: send the same request after a few seconds, with the same `idempotency_key`.',
  ]);

/** A guide of docs/, as its page is called there. Its links name its headings, so only the title is new. */
const guide = (group: string, name: string, title: string, text = readBeside(`${name}.md`)): DocPage => ({
  ...{ group, name, title },
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
    guide('Reference', 'contract', 'Rules'),
    objectsPage(),
    errorsPage(),
    ...operationPages(),
  ];
}
