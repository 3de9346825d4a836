/** The picture that stands in for a page that cannot be shown at the moment, and says so. It fits into any paper. */
import { html } from './html.ts';
import type { Reader } from './reader.ts';

export function missingPicture({ say, language }: Reader) {
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 612 792">
<rect width="612" height="792" fill="#fff"/>
<g font-family="system-ui, sans-serif" font-size="20" fill="#24211c" text-anchor="middle">
<text x="306" y="380">${say('This page cannot be shown at the moment.')}</text>
<text x="306" y="412">${say('Load this page again, or open the PDF.')}</text>
</g>
</svg>`;
  const headers = {
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    vary: 'accept, accept-language',
  };
  return { headers, body: body.toString() };
}
