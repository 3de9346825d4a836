/** Answers of the deployed API to readers, to wrong paths and to forged requests. */
import { origin, service } from './deployed.ts';

test.each([
  ['/health', 'application/json', /"payment_mode":"mock"/],
  ['/openapi.json', 'application/json', /"openapi":"3/],
  ['/llms.txt', 'text/', /\/v1/],
])('%s is there', async (path, type, content) => {
  const { status, headers, text } = await service.get(path);
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: expect.stringContaining(type) });
  expect(text).toMatch(content);
});

test('links lead to the address that was deployed', async () => {
  const { body } = await service.get('/openapi.json');
  expect(body.servers).toEqual([expect.objectContaining({ url: `${origin}/v1` })]);
});

test.each(['/nothing', '/jobs/job_00000000000000000000000000', '/letters/none'])(
  '%s is 404 not_found, and says nothing else',
  async (path) => {
    const { status, text } = await service.get(path);
    expect({ status, text }).toEqual({ status: 404, text: '{"error":"not_found"}' });
  },
);

test.each(['/webhooks/postgrid', '/webhooks/telnyx'])('%s without a signature is 401', async (path) => {
  expect((await service.post(path, { data: {} })).status).toBe(401);
});
