/** Every URL of a deleted document says that its sender deleted it, in the reader's language, and not that it is unknown. */
import { documentDeleted } from '../../shared/pages/views/show-preview.ts';
import { imageEndpoint, pageEndpoint, pdfEndpoint } from '../../shared/web/http/page.ts';
import { httpEvent } from '../support/cloud/touches.ts';

const refuse = () => Promise.reject(documentDeleted(Date.UTC(2026, 2, 14, 23, 59), '/v1/pay/code'));
const endpoints = {
  text: pageEndpoint({ name: 'text' }, refuse),
  'proof.pdf': pdfEndpoint({ name: 'proof' }, refuse),
  picture: imageEndpoint({ name: 'picture' }, refuse),
};

test.each([
  ['text', 'text/html', 'en', 'Deleted at the sender’s request on Saturday, March 14, 2026.'],
  ['text', 'text/html', 'fr-CA', 'Supprimé à la demande de l’expéditeur le samedi 14 mars 2026.'],
  ['proof.pdf', 'text/html', 'en', 'Deleted at the sender’s request on Saturday, March 14, 2026.'],
  ['picture', 'text/html', 'en', 'Deleted at the sender’s request on Saturday, March 14, 2026.'],
  ['picture', 'image/*', 'fr', 'Supprimé à la demande de l’expéditeur le samedi 14 mars 2026.'],
] as const)(
  'a deleted document says when it was deleted, and links to its order: %s, requested as %s, in %s',
  async (name, accept, language, sentence) => {
    const event = httpEvent({ method: 'GET', headers: { accept, 'accept-language': language } });
    const { statusCode, body = '' } = await endpoints[name](event, {} as never);
    expect(statusCode).toBe(404);
    // The picture in place of a page is an SVG with lines of text, of which 36 characters fit its width.
    const lines = [...body.matchAll(/<text[^>]*>([^<]*)/g)].map(([, line = '']) => line);
    expect([body, lines.join(' ')].join().replaceAll('\u00A0', ' ')).toContain(sentence);
    expect(lines.filter(({ length }) => length > 36)).toEqual([]);
    expect(body.includes('href="/v1/pay/code"')).toBe(accept === 'text/html');
    expect(body).not.toMatch(/Not found|introuvable|can’t show|Part of the link/);
  },
);
