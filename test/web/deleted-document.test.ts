/** Every address of a document that its sender deleted says so, in the reader's language, and not that the link is wrong. */
import { documentDeleted } from '../../shared/pages/views/show-preview.ts';
import type { HttpEvent, HttpResult } from '../../shared/web/http/http-event.ts';
import { imageEndpoint, pageEndpoint, pdfEndpoint } from '../../shared/web/http/page.ts';

const deletedAt = Date.UTC(2026, 2, 14, 23, 59);
const refuse = () => Promise.reject(documentDeleted(deletedAt));
const endpoints = {
  text: pageEndpoint('words', refuse),
  'proof.pdf': pdfEndpoint('proof', refuse),
  picture: imageEndpoint('picture', refuse),
};

const asked = async (name: keyof typeof endpoints, headers: Record<string, string>) => {
  const requestContext = { domainName: 'mail.example.com', requestId: 'r', http: { method: 'GET', sourceIp: '::1' } };
  const event = { headers: { host: 'mail.example.com', ...headers }, requestContext } as unknown as HttpEvent;
  return (await endpoints[name](event, {} as never)) as HttpResult;
};

test.each([
  ['text', 'text/html', 'en', 'Deleted at the sender’s request on March 14, 2026.'],
  ['text', 'text/html', 'fr-CA', 'Supprimé à la demande de l’expéditeur le 14 mars 2026.'],
  ['proof.pdf', 'text/html', 'en', 'Deleted at the sender’s request on March 14, 2026.'],
  ['picture', 'text/html', 'en', 'Deleted at the sender’s request on March 14, 2026.'],
  ['picture', 'image/*', 'en', '>Deleted at the sender’s request on March 14, 2026.</text>'],
  ['picture', 'image/*', 'fr', '>Supprimé à la demande de l’expéditeur le 14 mars 2026.</text>'],
] as const)('%s asked for as %s in %s', async (name, accept, language, says) => {
  const { statusCode, body } = await asked(name, { accept, 'accept-language': language });
  expect(statusCode).toBe(404);
  expect(body).toContain(says);
  expect(body).not.toMatch(/Not found|introuvable|can’t show|Part of the link/);
});
