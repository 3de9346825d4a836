/** All pages of the documentation: those made from the OpenAPI document, and the guides. */
import { anchorOf } from '../../pages/docs/markdown.ts';
import { gateCodes, gatewayMessages, statusOfRefusal } from '../http/problem.ts';
import { errorExample, meanings, refusalCodes } from '../openapi/errors.ts';
import { readBeside, writtenApi } from './beside.ts';
import { pluralsOf, productDocs } from './products.ts';
import {
  type ApiDocument,
  answerOf,
  baseUrlMark,
  type DocPage,
  jsonBlock,
  objectsPage,
  pageOf,
  requestOf,
  tagPages,
} from './reference.ts';

const about: Readonly<Record<string, string>> = {
  objects: 'Addresses, prices, the status of a job and the body of an error.',
  errors: 'Every code, its meaning and an example.',
  testing: 'Addresses and numbers that make a simulated partner refuse, fail or answer late.',
  contract: 'The rules behind the fields: content, limits, tax, cancelling, refunds.',
  receipts: 'What a receipt proves, and how to verify one.',
  'command-line': 'Letters, checks and faxes from a shell.',
  client: 'Clients for TypeScript and Python, and how to make others.',
  'not-done': 'Other countries, postcards, both sides, batches, lists.',
  emails: 'Who is written to, when, and how it ends.',
  payers: 'The pages between the link and the thanks.',
  assistants: 'How to connect Claude, ChatGPT, VS Code and Cursor, and what the tools do.',
};

const firstLetter = (document: ApiDocument): string => `## A first letter

**1. Ask for the price.** Nothing is charged.

${requestOf('POST /quotes', document)}

${jsonBlock(answerOf('POST /quotes', document))}

**2. Show the price to the person who pays, and create the job** with the same content, the \`quote_id\` and a fresh UUID. Nothing is charged yet.

${requestOf('POST /jobs', document)}

${jsonBlock(answerOf('POST /jobs', document))}

**3. Give the person \`pay_url\`.** The page shows what will be sent, and leads to the payment.

**4. Ask how it stands.**

${requestOf('GET /jobs/{job_id}', document)}

${jsonBlock(answerOf('GET /jobs/{job_id}', document))}`;

function startPage(others: readonly DocPage[], document: ApiDocument): DocPage {
  const { tags, info } = document;
  const words = (name: string) => about[name] ?? tags.find((tag) => tag.name === name)?.description ?? '';
  return pageOf('index', 'Start', [
    `How programs send ${pluralsOf(productDocs)}. There is no account and no key. All paths below begin with \`${baseUrlMark}\`.`,
    firstLetter(document),
    '## Order of calls',
    info.description,
    '## Pages',
    [
      '| Page | What it has |',
      '|---|---|',
      ...others
        .filter(({ part }) => part === undefined)
        .map(({ name, title }) => `| [${title}](${name}.md) | ${words(name)} |`),
    ].join('\n'),
    `Every page is also Markdown: add \`.md\` to its address. All of them in one file: [llms-full.txt](${baseUrlMark}/llms-full.txt). Every field for programs: [OpenAPI 3.1](openapi.json).`,
  ]);
}

/** One section of a page as a page of its own. */
function sectionOf(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  const [own = ''] = after.split(/\n## /);
  return `# ${heading}\n${own}`;
}

/** Without the last section, which is for operators. */
const until = (text: string, heading: string): string => text.split(`\n## ${heading}\n`)[0] ?? '';

/** By the name of the page in the documentation. Operators’ guides are not for callers. */
const guides = {
  contract: readBeside('contract.md'),
  testing: sectionOf(readBeside('configuration.md'), 'Test triggers'),
  webhooks: readBeside('webhooks.md'),
  receipts: readBeside('receipts.md'),
  assistants: readBeside('assistants.md'),
  'command-line': readBeside('command-line.md'),
  client: readBeside('../client/README.md'),
  emails: until(readBeside('emails.md'), 'Send them'),
  payers: readBeside('payers.md').replace(/^!\[.*\n\n?/gm, ''),
  'not-done': readBeside('not-done.md'),
} as const;

/** The rules, a page for each of their headings, and one that leads to all of them. */
function rulesOf(text: string) {
  const [intro = '', ...sections] = text.split(/^## /m);
  const pages = sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const own = lines.join('\n').replace(/^###/gm, '##');
    return { name: `rules-${anchorOf(title)}`, title, text: `# ${title}\n${own}`, part: 'contract' };
  });
  const parts = pages.map(({ name, title, text: own }) => {
    const below = [...own.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    return `- [${title}](${name}.md)${below.length > 0 ? `: ${below.join(', ')}` : ''}`;
  });
  const index = {
    name: 'contract',
    title: 'Rules',
    text: `${intro.replace(/^# .+/, '# Rules')}\n${parts.join('\n')}\n`,
  };
  return [index, ...pages];
}

const gates: Readonly<Record<(typeof gateCodes)[number], string>> = {
  body_too_large: 'Status 413. The body is larger than 4 MB: send a large PDF by `pdf_url`.',
  wrong_host:
    'Status 421. On one machine only: the `Host` of the request is not this machine. `PUBLIC_BASE_URL` allows other names.',
  wrong_address: 'Status 403. The request bypasses the edge: use the public address of the service.',
};

const section = (code: string, ...parts: readonly string[]): string => [`## ${code}`, ...parts].join('\n\n');

const errorsPage = pageOf('errors', 'Errors', [
  'A refusal is JSON. `error` is a sentence for people that names the field and the cure; `code` is for programs. `field` is the path of the field. `docs_url` leads to the section of this page that explains the code. Every answer carries `x-request-id`.',
  'Where there are several faults, `errors` has each of them: [Errors](contract.md#errors). With `Accept: application/problem+json` the answer has the form of RFC 9457.',
  ...refusalCodes.map((code) =>
    section(
      code,
      `Status ${statusOfRefusal[code]}. ${meanings[code]}`,
      jsonBlock({ ...errorExample(code), docs_url: `${baseUrlMark}/docs/errors#${code}` }),
    ),
  ),
  ...gateCodes.map((code) => section(code, gates[code])),
  section(
    'Without a code',
    'An error of the service itself is 500: its sentence names the request id and nothing else.',
    'On AWS the gateway answers by itself where no function does. Its body is `{"message"}`, without `error` and `code`:',
    [
      '| Status | `message` |',
      '|---|---|',
      ...Object.entries(gatewayMessages).map(([status, message]) => `| ${status} | ${message} |`),
    ].join('\n'),
    'Nothing was done then, or it will be found again: send the same request after a few seconds, with the same `idempotency_key`.',
  ),
]);

/** In the order in which the pages are shown, and read one after the other. The first one has the address of the documentation itself. */
export function libraryOf(): readonly DocPage[] {
  const document = writtenApi(baseUrlMark) as unknown as ApiDocument;
  const tagged = new Map(tagPages(document).map((page) => [page.name, page]));
  const products = [...tagged.values()].filter(({ name }) => ['letters', 'checks', 'faxes'].includes(name));
  const others = [...tagged.values()].filter((page) => !products.includes(page));
  const start = [
    guide('assistants', 'Assistants'),
    guide('command-line', 'Command line'),
    guide('client', 'Typed clients'),
    guide('testing', 'Test triggers'),
    guide('not-done', 'What it does not do'),
  ];
  const about = [
    guide('payers', 'What payers see'),
    guide('emails', 'E-mails'),
    guide('webhooks', 'Webhooks'),
    guide('receipts', 'Receipts'),
  ];
  const reference = [...others, objectsPage(document), errorsPage, ...rulesOf(guide('contract', 'Rules').text)];
  const grouped = [
    ...start.map((page) => ({ ...page, group: 'Start' })),
    ...[...products, ...about].map((page) => ({ ...page, group: 'Products' })),
    ...reference.map((page) => ({ ...page, group: 'Reference' })),
  ];
  const all = grouped.flatMap(cutLong);
  return [{ ...startPage(all, document), group: 'Start' }, ...all];
}

/** A page of fields has twice as many bytes as characters here, and is read on telephones. */
const mostCharacters = 12_800;

/** The longest sections of a long page become pages of their own behind it, and a line leads there from their places. */
function cutLong(page: DocPage): DocPage[] {
  const sections = page.text.split(/^(?=## )/m);
  const cut = new Set<string>();
  let left = page.text.length;
  for (const section of sections.toSorted((a, b) => b.length - a.length)) {
    if (left <= mostCharacters) break;
    cut.add(section);
    left -= section.length;
  }
  const parts = sections.filter((section) => cut.has(section)).map((section) => partOf(section, page));
  const lead = (section: string): string => {
    const { title, name } = partOf(section, page);
    const [, about] = /^## .+\n\n([^|\n].*)/.exec(section) ?? [];
    return `**[${title}](${name}.md)**${about === undefined ? '' : ` – ${about}`}\n\n`;
  };
  return [{ ...page, text: sections.map((each) => (cut.has(each) ? lead(each) : each)).join('') }, ...parts];
}

/** `POST /jobs` of the page of letters → `letters-post-jobs` */
function partOf(section: string, page: DocPage): DocPage {
  const [, title = ''] = /^## (.+)/.exec(section) ?? [];
  const name = `${page.name}-${anchorOf(title.replace(/\W+/g, ' ').trim())}`;
  return { ...page, name, title, part: page.name, text: section.replace(/^## /, '# ') };
}

/** The links of the page name its headings, so only its title is new. */
const guide = (name: keyof typeof guides, title: string): DocPage => ({
  name,
  title,
  text: guides[name]
    .replace(/^# .+/, `# ${title}`)
    .replaceAll('http://127.0.0.1:8787/mcp', mcpUrlMark)
    .replaceAll('http://127.0.0.1:8787/v1', baseUrlMark),
});

/** Stands for the address of the MCP endpoint until a page is served. */
export const mcpUrlMark = '{{MCP_URL}}';
