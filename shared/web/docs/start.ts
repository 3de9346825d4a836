/** The first page of the documentation: a first letter, the order of calls, and where everything stands. */

import { examples } from '../openapi/examples.ts';
import { pluralsOf, productDocs } from './products/docs.ts';
import { type ApiDocument, baseUrlMark, type DocPage, jsonBlock, pageOf, requestOf } from './reference.ts';

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

const { 'quote-letter': quote, 'create-letter-job': job, 'get-job': status } = examples;

const firstLetter = (document: ApiDocument): string => `## A first letter

**1. Ask for the price.** Nothing is charged.

${requestOf('POST /quotes', document)}

${jsonBlock(quote?.answers.created)}

**2. Show the price to the person who pays, and create the job** with the same content, the \`quote_id\` and a fresh UUID. Nothing is charged yet.

${requestOf('POST /jobs', document)}

${jsonBlock(job?.answers.created)}

**3. Give the person \`pay_url\`.** The page shows what will be sent, and leads to the payment.

**4. Ask how it stands.**

${requestOf('GET /jobs/{job_id}', document)}

${jsonBlock(status?.answers.done)}`;

export function startPage(others: readonly DocPage[], document: ApiDocument): DocPage {
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
