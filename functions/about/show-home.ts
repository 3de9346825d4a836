/** GET / and GET /v1 */
import { mcpSettings } from '../../shared/app.ts';
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { homePage } from '../../shared/pages/home.ts';
import { docsOf, productDocs } from '../../shared/products/docs.ts';

export const handler = pageEndpoint('show-home', async ({ caller, reader }) =>
  homePage(
    {
      baseUrl: caller.baseUrl,
      mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', caller.baseUrl).href,
      prices: productDocs.flatMap(({ priceLines }) => priceLines),
      firstQuote: JSON.stringify(docsOf.letter.quote.request),
    },
    reader,
  ),
);
