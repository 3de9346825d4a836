/** The documentation at /v1/docs has every endpoint, field and code, and its links work, as HTML and as Markdown. */
import { manifest } from '../../functions/manifest.ts';
import { docsPage } from '../../shared/pages/docs.ts';
import { buildLibrary, type DocPage, fieldTable, markdownOf } from '../../shared/web/docs/library.ts';
import { gateCodes } from '../../shared/web/http/problem.ts';
import { openApiDocument } from '../../shared/web/openapi/document.ts';
import { refusalCodes } from '../../shared/web/openapi/errors.ts';
import { attribute, elements } from '../support/pages/reading.ts';
import { plainReader } from '../support/pages/views.ts';

const library = buildLibrary();
const urls = { baseUrl: 'https://mail.example/v1', mcpUrl: 'https://mcp.example/mcp', docs: '/v1/docs', suffix: '' };
const { baseUrl, docs } = urls;
const document = openApiDocument(manifest, '') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
};

const pageNamed = (name: string) => library.find((page) => page.name === name) as DocPage;

const asMarkdown = (page: DocPage) => markdownOf(page, library, { ...urls, docs: `${baseUrl}/docs`, suffix: '.md' });
const allText = library.map(asMarkdown).join('\n');
const rendered = (page: DocPage) =>
  docsPage({ docs, path: page.path, text: markdownOf(page, library, urls), pages: library }, plainReader);
const idsOf = (page: DocPage): string[] => elements(rendered(page)).flatMap((each) => attribute(each, 'id') ?? []);

const idsByPath = new Map(library.map((page) => [`${docs}${page.path}`, idsOf(page)]));

describe.each(library.map((page) => [page.name, page] as const))('%s', (_, page) => {
  test('every link of a page leads to a page and a heading that exist', () => {
    const links = elements(rendered(page)).flatMap((each) => (each.tagName === 'a' && attribute(each, 'href')) || []);
    const ourLinks = links.filter((link) => link.startsWith('/') || link.startsWith(baseUrl));
    const dead = ourLinks
      .map((link) => link.replace('https://mail.example', ''))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const isOutside = ['/v1', '/v1/openapi.json', '/v1/llms-full.txt'].includes(path);
        return !isOutside && !(anchor === undefined ? idsByPath.has(path) : idsByPath.get(path)?.includes(anchor));
      });
    expect(dead).toEqual([]);
  });

  test('the sidebar has every page and marks the current one', () => {
    const links = elements(rendered(page)).filter(({ tagName }) => tagName === 'a');
    const marked = links.filter((link) => attribute(link, 'aria-current') === 'page');
    expect(links.map((link) => attribute(link, 'href'))).toEqual(expect.arrayContaining([...idsByPath.keys()]));
    expect(marked.map((link) => attribute(link, 'href'))).toEqual([`${docs}${page.path}`]);
  });

  test('a page has no raw Markdown and no repeated id', () => {
    const text = rendered(page).body.replace(/<(code|style)\b[^>]*>[\s\S]*?<\/\1>/g, '');
    expect(text).not.toMatch(/\*\*|`|\]\(|\{\{|^\|/m);
    expect(new Set(idsOf(page)).size).toBe(idsOf(page).length);
  });

  test('the Markdown of a page has full URLs, and links to pages only as Markdown', () => {
    const text = asMarkdown(page);
    expect(text).toMatch(/^# \S/);
    const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !link.startsWith('https://'))).toEqual([]);
    const within = links.filter((link) => link.startsWith(`${baseUrl}/docs`));
    expect(within.filter((link) => !/\.md(?:#|$)/.test(link))).toEqual([]);
    expect(text).not.toMatch(/\{\{|127\.0\.0\.1:8787\/mcp/);
  });
});

test('every operation of the OpenAPI document has its page, with its fields and the codes of its errors', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { summary }] of Object.entries(methods))
      expect(allText).toContain(`# ${method.toUpperCase()} ${path}\n\n${summary}\n`);
  for (const field of ['letter.to', 'check.memo', 'service` | `letter`, `check`, `fax', 'notify.language` | `en`, `fr'])
    expect(allText).toContain(`| \`${field}\` |`);
  for (const schema of ['LetterQuote', 'LetterStatus'])
    for (const name of Object.keys(document.components.schemas[schema]?.properties ?? {}))
      expect(allText).toContain(`| \`${name}\` |`);
  expect(pageNamed('letters').text).toMatch(/\*\*Errors\*\* – \[`invalid_request`\]\(errors\.md#invalid_request\), /);
});

test('the list of pages has two groups, Guides and Reference, and begins with the Quickstart', () => {
  expect([...new Set(library.map(({ group }) => group))]).toEqual(['Guides', 'Reference']);
  expect(library[0]).toMatchObject({ name: 'index', path: '', title: 'Quickstart' });
});

test('the heading of an operation has its method and path, and its request is complete in each language', () => {
  expect(rendered(pageNamed('letters')).body).toMatch(
    /<h2 id="[\w-]+"><small>POST<\/small> <code>\/quotes<\/code><\/h2>/,
  );
  const { text } = pageNamed('letters');
  expect(text).toMatch(/```sh curl\n[^`]*\/quotes[^`]*"country": ?"US"/);
  expect(text).toMatch(/```ts JavaScript\n[^`]*api\.POST\('\/quotes', \{\n {2}"body": \{[^`]*"country": "US"/);
  expect(text).toMatch(
    /```python Python\n[^`]*import quote_letter\n[^`]*LetterQuoteRequest\.from_dict\(\{\n {2}"country": "US"/,
  );
  expect(allText).not.toMatch(/from_dict\([^`]*: (?:true|false)/);
});

test('guides leave out what only operators need', () => {
  expect(pageNamed('emails').text).toMatch(/## Unsubscribing[\s\S]*## Attempts\n\n.+\n$/);
  expect(pageNamed('testing').text).toMatch(/^# Test triggers\n/);
  expect(allText).not.toMatch(/## Send them|\| `DATA_DIR` \|/);
});

test('every code has a section that docs_url leads to, with its status and an example', () => {
  expect(idsOf(pageNamed('errors'))).toEqual(expect.arrayContaining([...refusalCodes, ...gateCodes]));
  for (const code of [...refusalCodes, ...gateCodes])
    expect(pageNamed('errors').text).toContain(`## ${code}\n\nStatus `);
});

test('every operation has a curl request with its method, except for events, which only a provider can sign', () => {
  const sections = `\n${allText}`.split(/\n## (?=(?:GET|POST|DELETE) \/)/).slice(1);
  const requests = sections.map((section) => {
    const [, path, block = ''] = /^(\S+ \S+).*?(?:```sh curl\n(.*?)```|$)/s.exec(section) ?? [];
    const [, verb] = /^curl -X (\w+) /.exec(block) ?? [];
    return [path, block && `${verb ?? (/ -d '/.test(block) ? 'POST' : 'GET')} request`];
  });
  const expected = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((name) => {
      const method = name.toUpperCase();
      return [`${method} ${path}`, path.startsWith('/webhooks/') ? '' : `${method} request`];
    }),
  );
  expect(requests.sort()).toEqual(expected.sort());
});

test('a | in a description does not end its table cell', () => {
  const schema = { properties: { color: { type: 'boolean', description: 'true | false' } } };
  expect(fieldTable(schema, {}, 'always')).toContain('| `color` | boolean | true \\| false |');
});

test('the table of a schema that refers to another one has the meaning and the members of both', () => {
  const Signature = { type: 'object', description: 'A name.', properties: { typed: { type: 'string' } } };
  const ref = { $ref: '#/components/schemas/Signature' };
  const schema = { properties: { signature: ref, names: { type: 'array', items: ref } } };
  const rows = fieldTable(schema, { Signature }, 'required')?.split('\n');
  expect(rows?.slice(2)).toEqual([
    '| `signature` | object | A name. |',
    '| `signature.typed` | text |  |',
    '| `names` | list of objects |  |',
    '| `names[].typed` | text |  |',
  ]);
});
