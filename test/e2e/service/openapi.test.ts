/** The service's own descriptions over HTTP: the OpenAPI document and llms.txt. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inSampledModes, startIn } from '../../support/e2e/modes.ts';

describe.each(inSampledModes())('in %s mode', (mode, service) => {
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

  test('both name the public addresses where those are set', async () => {
    const behind = await startIn(mode, {
      PUBLIC_BASE_URL: 'https://mail.example.com/v1',
      PUBLIC_MCP_URL: 'https://assistants.example.com/mcp',
    });
    try {
      expect((await behind.get('/openapi.json')).body.servers).toEqual([{ url: 'https://mail.example.com/v1' }]);
      const { text } = await behind.get('/llms.txt');
      expect(text).toContain('REST: https://mail.example.com/v1,');
      expect(text).toContain(': https://assistants.example.com/mcp.');
    } finally {
      await behind.stop();
    }
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
    expect(root.text).toContain(mode === 'mock' ? 'test mode' : 'the real service');
  });
});
