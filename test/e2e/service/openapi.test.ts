/** The service's own descriptions over HTTP: the OpenAPI document, the documentation, llms.txt, the well-knowns. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));

test('GET /openapi.json is the checked-in document, served where the caller reached it', async () => {
  const { status, headers, body } = await service.get('/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const { servers, ...rest } = body;
  expect(servers).toEqual([{ url: service.baseUrl }]);
  const written = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json'), 'utf8');
  const { servers: _, ...checkedIn } = JSON.parse(written);
  expect(rest).toEqual(checkedIn);
});

test('pages of any origin may read both', async () => {
  for (const path of ['/openapi.json', '/llms.txt'])
    expect((await service.get(path)).headers.get('access-control-allow-origin')).toBe('*');
});

test('GET /llms.txt is the same page at the root and under /v1, and names both doors', async () => {
  const [root, below] = [await service.get(`${service.origin}/llms.txt`), await service.get('/llms.txt')];
  expect(root).toMatchObject({ status: 200, text: below.text });
  expect(root.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(root.text).toContain(`REST: ${service.baseUrl},`);
  expect(root.text).toContain(`${service.origin}/mcp`);
  expect(root.text).toContain('test mode');
});

test('the documentation is there as pages and as Markdown, names this service, and can be searched', async () => {
  const { text: page } = await service.get('/docs');
  const paths = [...page.matchAll(/<li><a href="(\/v1\/docs[^"#]*)"/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    const [shown, text] = [await service.get(service.origin + path), await service.get(`${service.origin}${path}.md`)];
    expect(shown).toMatchObject({ status: 200, text: expect.stringContaining('<h1>') });
    expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text.text).toMatch(/^# \S/);
  }
  expect((await service.get('/docs.md')).text).toContain(`curl ${service.baseUrl}/quotes`);
  expect((await service.get('/docs?q=postal+CODE')).text).toContain('href="/v1/docs/contract#addresses"');
  expect((await service.get('/docs/none')).status).toBe(404);
  const [root, below] = [await service.get(`${service.origin}/llms-full.txt`), await service.get('/llms-full.txt')];
  expect(root).toMatchObject({ status: 200, text: below.text });
  expect(root.text).toContain('\n# Errors\n');
});

test('what was searched for is text and nothing else', async () => {
  const { text } = await service.get(`/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
  expect(text).not.toContain('<script>alert');
});

test('crawlers and clients find what they look for', async () => {
  const known = async (path: string) => {
    const { status, headers, text } = await service.get(service.origin + path);
    return { status, type: headers.get('content-type'), origin: headers.get('access-control-allow-origin'), text };
  };
  expect(await known('/robots.txt')).toMatchObject({ status: 200, text: expect.stringMatching(/^User-agent: \*/) });
  expect(await known('/.well-known/api-catalog')).toMatchObject({
    status: 200,
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    text: expect.stringContaining(`"anchor":"${service.baseUrl}"`),
  });
  const { entries } = JSON.parse((await known('/.well-known/ai-catalog.json')).text);
  const card = await service.get(entries[0].url);
  expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json');
  expect(JSON.parse(card.text).remotes).toEqual([{ type: 'streamable-http', url: `${service.origin}/mcp` }]);
  // Nobody is named whom one could tell.
  expect(await known('/.well-known/security.txt')).toMatchObject({
    status: 404,
    text: expect.stringContaining('"error":"not_found"'),
  });
});
