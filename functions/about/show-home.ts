/** GET / and GET /v1 */
import { mcpSettings } from '../../shared/app.ts';
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { homePage } from '../../shared/pages/home.ts';
import { docsOf, productDocs } from '../../shared/products/docs.ts';
import { manifest } from '../manifest.ts';

const hasForm = manifest.some(
  ({ trigger }) => 'http' in trigger && trigger.http.some((route) => route === 'GET /v1/new'),
);

export const handler = pageEndpoint('show-home', async ({ caller, deps, reader }) =>
  homePage(
    {
      baseUrl: caller.baseUrl,
      mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', caller.baseUrl).href,
      prices: productDocs.flatMap(({ name, priceLines }) => (deps.settings.sold.includes(name) ? priceLines : [])),
      sellsFaxes: deps.settings.sold.includes('fax'),
      firstQuote: JSON.stringify(docsOf.letter.quote.request),
      writeUrl: hasForm ? `${caller.baseUrl}/new` : undefined,
    },
    reader,
  ),
);
