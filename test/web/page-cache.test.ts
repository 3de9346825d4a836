/** Caches keep no pictures and proofs of a letter, and no link that soon opens nothing. */
import type { HttpEvent } from '../../shared/web/http/http-event.ts';
import { imageEndpoint, pdfEndpoint } from '../../shared/web/http/page.ts';

const event = {
  headers: { host: 'mail.example.com' },
  requestContext: { domainName: 'mail.example.com', requestId: 'request-1', http: { method: 'GET', sourceIp: '::1' } },
} as unknown as HttpEvent;
const file = new Uint8Array([1]);

test.each([
  ['a picture', imageEndpoint('picture', async () => file), 200, 'no-store'],
  ['a proof', pdfEndpoint('proof', async () => ({ pdf: file })), 200, 'no-store'],
  ['a link', pdfEndpoint('link', async () => ({ link: 'https://store.example.com/1' })), 303, 'no-store'],
] as const)('%s', async (_, endpoint, statusCode, kept) => {
  const answer = await endpoint(event, {} as never);
  expect(answer).toMatchObject({ statusCode, headers: { 'cache-control': kept } });
});
