/** The documentation at /v1/docs: every endpoint, field and code is there, every link leads somewhere, in both forms. */
import { manifest } from '../../functions/manifest.ts';
import { fieldList } from '../../shared/doors/docs/fields.ts';
import { libraryOf } from '../../shared/doors/docs/library.ts';
import type { ApiDocument, DocPage } from '../../shared/doors/docs/reference.ts';
import { docUrl, found, markdownOf, pathOf, wholeText, withUrls } from '../../shared/doors/docs/serve.ts';
import { gateCodes } from '../../shared/doors/http/problem.ts';
import { refusalCodes } from '../../shared/doors/openapi/codes.ts';
import { openApiDocument } from '../../shared/doors/openapi/document.ts';
import { type DocsView, docsPage } from '../../shared/pages/docs/docs.ts';
import { faxTriggers, mailTriggers } from '../../shared/products/test-triggers.ts';
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

const view: DocsView = { path: docs, pages: [], also: [] };
const drawn = (page: DocPage) =>
  docsPage(
    { ...view, current: pathOf(page, docs), text: withUrls(page.text, addresses) },
    (target) => docUrl(target, page, pages, docs),
    plainReader,
  );
const idsOf = (page: DocPage): string[] => elements(drawn(page)).flatMap((each) => attribute(each, 'id') ?? []);

const places = new Map(pages.map((page) => [page.name === 'index' ? docs : `${docs}/${page.name}`, idsOf(page)]));
/** Routes outside the documentation. */
const others = ['/v1/openapi.json', '/v1/llms-full.txt'];

describe.each(pages.map((page) => [page.name, page] as const))('%s', (_, page) => {
  test('every link leads to a page and a heading that exist', () => {
    const links = elements(drawn(page)).flatMap((each) => attribute(each, 'href') ?? []);
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

  test('no mark of Markdown and no placeholder is left', () => {
    // The one mark that authors write.
    const page_ = drawn(page)
      .body.replaceAll('{{signature}}', '')
      .replace(/<(code|style)>[\s\S]*?<\/\1>/g, '');
    expect(page_).not.toMatch(/\*\*|`|\]\(|\{\{|^\|/m);
  });

  test('no id stands twice, and it is small enough for a phone', () => {
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Buffer.byteLength(drawn(page).body)).toBeLessThan(page.name === 'contract' ? 100_000 : 40_000);
  });

  test('as Markdown it has whole addresses, and no file that is not served', () => {
    const text = markdownOf(page, pages, addresses);
    expect(text).toMatch(/^# \S/);
    const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !link.startsWith('https://'))).toEqual([]);
    const within = links.filter((link) => link.startsWith(`${addresses.baseUrl}/docs`));
    expect(within.filter((link) => !/\.md(?:#|$)/.test(link))).toEqual([]);
    expect(text.replaceAll('{{signature}}', '')).not.toMatch(/\{\{|127\.0\.0\.1:8787\/mcp/);
  });
});

test('every operation of the OpenAPI document has its section, with its fields and the codes of its errors', () => {
  const text = wholeText(pages, addresses);
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { summary }] of Object.entries(methods)) {
      expect(text).toContain(`\n## ${method.toUpperCase()} ${path}\n`);
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
      /curl https:\/\/mail\.example\/v1\/\w+ [^']*'content-type: application\/json' \\\n {2}-d '([^']+)'/g,
    ),
  ];
  expect(bodies.map(([, body = '']) => Object.keys(JSON.parse(body))[0])).toEqual(['country', 'quote_id']);
});

test('every section has a request with its method, but those of events, which only a provider can sign', () => {
  const sections = wholeText(pages, addresses).split(/\n## (?=(?:GET|POST|DELETE) \/)/);
  const asked = sections.slice(1).map((section) => {
    const [, path, block = ''] = /^(\S+ \S+).*?(?:```sh\n(.*?)```|$)/s.exec(section) ?? [];
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
    expect(titles('cancelling').slice(0, 2)).toContain('Rules: Cancelling');
    expect(titles('postal code')[0]).toMatch(/^(?:Rules|Objects): /);
    expect(titles('tax sales')).toEqual(expect.arrayContaining(['Rules: Sales tax']));
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
