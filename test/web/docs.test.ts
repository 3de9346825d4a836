/** The documentation at /v1/docs: every endpoint, field and code is there, every link leads somewhere, in both forms. */
import { manifest } from '../../functions/manifest.ts';
import { commandIn, commandNames } from '../../lib/command-line/words.ts';
import { type DocsView, docsPage } from '../../shared/pages/docs/docs.ts';
import { faxTriggers, mailTriggers } from '../../shared/products/test-triggers.ts';
import { fieldList } from '../../shared/web/docs/fields.ts';
import { libraryOf } from '../../shared/web/docs/library.ts';
import { type ApiDocument, type DocPage, inShell } from '../../shared/web/docs/reference.ts';
import { docUrl, found, markdownOf, pathOf, wholeText, withUrls } from '../../shared/web/docs/serve.ts';
import { gateCodes } from '../../shared/web/http/problem.ts';
import { openApiDocument } from '../../shared/web/openapi/document.ts';
import { refusalCodes } from '../../shared/web/openapi/errors.ts';
import { attribute, elements } from '../support/pages/reading.ts';
import { plainReader } from '../support/pages/views.ts';

const pages = libraryOf();
const addresses = { baseUrl: 'https://mail.example/v1', mcpUrl: 'https://mcp.example/mcp' };
const docs = '/v1/docs';
const document = openApiDocument(manifest, '') as unknown as ApiDocument;

const named = (name: string): DocPage => {
  const page = pages.find((each) => each.name === name);
  if (page === undefined) throw new Error(name);
  return page;
};

const view: DocsView = {
  path: docs,
  pages: pages.map((page) => ({
    ...{ title: page.title, path: pathOf(page, docs), group: page.group },
    part: page.part && pathOf({ name: page.part }, docs),
  })),
  also: [],
};
const drawn = (page: DocPage) =>
  docsPage(
    { ...view, current: pathOf(page, docs), text: withUrls(page.text, addresses) },
    (target) => docUrl(target, page, pages, docs),
    plainReader,
  );
const idsOf = (page: DocPage): string[] => elements(drawn(page)).flatMap((each) => attribute(each, 'id') ?? []);

const places = new Map(pages.map((page) => [page.name === 'index' ? docs : `${docs}/${page.name}`, idsOf(page)]));
/** Routes outside the documentation. */
const others = ['/v1', '/v1/openapi.json', '/v1/llms-full.txt'];

describe.each(pages.map((page) => [page.name, page] as const))('%s', (_, page) => {
  test('every link leads to a page and a heading that exist', () => {
    const links = elements(drawn(page)).flatMap((each) => (each.tagName === 'a' && attribute(each, 'href')) || []);
    const own = links.filter((link) => link.startsWith('/') || link.startsWith(addresses.baseUrl));
    const dead = own
      .map((link) => link.replace('https://mail.example', ''))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        return (
          !others.includes(path) && !(places.has(path) && (anchor === undefined || places.get(path)?.includes(anchor)))
        );
      });
    expect(dead).toEqual([]);
  });

  test('it leads to the pages before and behind it, and lists the parts of the page that is read alone', () => {
    const links = elements(drawn(page)).flatMap((each) => attribute(each, 'href') ?? []);
    const at = pages.indexOf(page);
    for (const beside of [pages[at - 1], pages[at + 1]]) if (beside) expect(links).toContain(pathOf(beside, docs));
    const isRules = page.part === 'contract' || page.name === 'contract';
    const parts = links.filter((link) => link === pathOf(named('rules-errors'), docs));
    expect(parts.length > 0).toBe(isRules || page.text.includes('contract.md#errors'));
  });

  test('no mark of Markdown and no placeholder is left', () => {
    const page_ = drawn(page).body.replace(/<(code|style)\b[^>]*>[\s\S]*?<\/\1>/g, '');
    expect(page_).not.toMatch(/\*\*|`|\]\(|\{\{|^\|/m);
  });

  test('no id stands twice, and it is small enough for a phone', () => {
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Buffer.byteLength(drawn(page).body)).toBeLessThan(25_000);
  });

  test('as Markdown it has whole addresses, and no file that is not served', () => {
    const text = markdownOf(page, pages, addresses);
    expect(text).toMatch(/^# \S/);
    const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !link.startsWith('https://'))).toEqual([]);
    const within = links.filter((link) => link.startsWith(`${addresses.baseUrl}/docs`));
    expect(within.filter((link) => !/\.md(?:#|$)/.test(link))).toEqual([]);
    expect(text).not.toMatch(/\{\{|127\.0\.0\.1:8787\/mcp/);
  });
});

test('every operation of the OpenAPI document has its section, with its fields and the codes of its errors', () => {
  const text = wholeText(pages, addresses);
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { summary }] of Object.entries(methods)) {
      expect(text.split('\n').map((line) => line.replace(/^##? /, ''))).toContain(`${method.toUpperCase()} ${path}`);
      expect(text).toContain(summary);
    }
  const { LetterJobRequest, LetterQuote, JobStatus, ...rest } = document.components.schemas;
  for (const field of ['quote_id', 'letter.to', 'content_hash', 'tax_pending', 'check.memo', 'fax.to_number'])
    expect(text).toContain(`| \`${field}\` |`);
  for (const schema of [LetterQuote, rest.LetterStatus, rest.Address])
    for (const name of Object.keys(schema?.properties ?? {})) expect(text).toContain(`| \`${name}\` |`);
  expect([LetterJobRequest, JobStatus]).not.toContain(undefined);
});

test('every code has a section that docs_url leads to, with its status and an example', () => {
  expect(idsOf(named('errors'))).toEqual(expect.arrayContaining([...refusalCodes, ...gateCodes]));
  for (const code of [...refusalCodes, ...gateCodes]) expect(named('errors').text).toContain(`## ${code}\n\nStatus `);
});

test('every test trigger is listed', () => {
  for (const trigger of [mailTriggers, faxTriggers].flatMap(({ texts }) => Object.values(texts)))
    expect(named('testing').text).toContain(`\`${trigger}\``);
});

test('requests can be pasted: they name this service, and their JSON is whole', () => {
  const text = markdownOf(named('index'), pages, addresses);
  const bodies = [
    ...text.matchAll(
      /curl 'https:\/\/mail\.example\/v1\/\w+' \\\n {2}-H 'content-type: application\/json' \\\n {2}-d '([^']+)'/g,
    ),
  ];
  expect(bodies.map(([, body = '']) => Object.keys(JSON.parse(body))[0])).toEqual(['country', 'quote_id']);
});

test('every section has a request with its method, but those of events, which only a provider can sign', () => {
  const sections = `\n${wholeText(pages, addresses)}`.split(/\n##? (?=(?:GET|POST|DELETE) \/)/);
  const asked = sections.slice(1).map((section) => {
    const [, path, block = ''] = /^(\S+ \S+).*?(?:```sh curl\n(.*?)```|$)/s.exec(section) ?? [];
    const [, verb] = /^curl -X (\w+) /.exec(block) ?? [];
    return [path, block && `${verb ?? (/ -d '/.test(block) ? 'POST' : 'GET')} request`];
  });
  const wanted = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((name) => {
      const method = name.toUpperCase();
      return [`${method} ${path}`, path.startsWith('/webhooks/') ? '' : `${method} request`];
    }),
  );
  expect(asked.sort()).toEqual(wanted.sort());
});

test('what the command line can do stands beside curl and JavaScript, in words that it takes', () => {
  const text = wholeText(pages, addresses);
  const typed = [...text.matchAll(/```sh Command line\nnpx print-and-mail (.+)\n```/g)].map(([, words = '']) => words);
  const names = typed.map((line) => {
    const words = [...line.replace(/ >.*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, one, other = '']) => one ?? other);
    const command = commandIn(words, {});
    return command === 'help' ? 'help' : command.name;
  });
  // `listen` is no request of the API.
  expect([...new Set([...names, 'listen'])].sort()).toEqual([...commandNames].sort());
  for (const [route, tab] of Object.entries(inShell))
    expect(text.split(`# ${route}\n`)[1]?.split('\n## ')[0]).toContain(tab);
});

test('a bar in a description does not end its cell', () => {
  const schema = { properties: { color: { type: 'boolean', description: 'true | false' } } };
  expect(fieldList(schema, {}, 'answer')).toContain('| `color` | boolean | true \\| false |');
});

test('a schema that several requests name is told in each, with its meaning and its members', () => {
  const Signature = { type: 'object', description: 'A name.', properties: { typed: { type: 'string' } } };
  const ref = { $ref: '#/components/schemas/Signature' };
  const schema = { properties: { signature: ref, names: { type: 'array', items: ref } } };
  const rows = fieldList(schema, { Signature }, 'request').split('\n');
  expect(rows.slice(2)).toEqual([
    '| `signature` | object | A name. |',
    '| `signature.typed` | text |  |',
    '| `names` | list of object |  |',
    '| `names[].typed` | text |  |',
  ]);
});

describe('search', () => {
  const titles = (words: string) => found(words, pages, docs).map(({ title }) => title);

  test('finds a code in its own section first, and takes words in any order and case', () => {
    expect(titles('Quote_Content_Mismatch')[0]).toBe('Errors: quote_content_mismatch');
    expect(titles('cancelling')[0]).toBe('Cancelling');
    expect(titles('postal code').slice(0, 3)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:Addresses|Objects)/)]),
    );
    expect(titles('tax sales')).toEqual(expect.arrayContaining(['Prices: Sales tax']));
  });

  test.each([
    ...['international', 'bulk', 'multiple recipients', 'postcard', 'duplex', 'pagination', 'CORS', 'sandbox'],
    ...['delivery date', 'typescript', 'self-host', 'abroad', 'batch', 'double-sided', 'sdk', 'python', 'schedule'],
  ])('finds what others call %s', (words) => {
    expect(titles(words).length).toBeGreaterThan(0);
  });

  test.each([
    ['international', 'What it does not do'],
    ['duplex', 'What it does not do'],
    ['CORS', 'Requests and answers: Browsers'],
    ['sandbox', 'Test mode'],
  ])('%s leads to %s', (words, title) => {
    expect(titles(words).slice(0, 3)).toContain(title);
  });

  test('finds nothing for nothing, and nothing that is not there', () => {
    expect(titles('')).toEqual([]);
    expect(titles('xylophone')).toEqual([]);
  });

  test('leads to sections that exist, and shows few', () => {
    const all = found('the', pages, docs);
    expect(all).toHaveLength(30);
    for (const { path } of all) {
      const [page = '', anchor] = path.split('#');
      expect(anchor === undefined ? places.has(page) : places.get(page)?.includes(anchor)).toBe(true);
    }
  });
});
