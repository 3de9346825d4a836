/** The home page. */
import { mcpSettings } from '../../config/app.ts';
import { homePage } from '../../pages/home.ts';
import { usualDays } from '../../products/arrival.ts';
import { productDocs } from '../docs/products.ts';
import { pageEndpoint } from '../http/page.ts';
import { cardsOf } from '../order-form/prices.ts';

export const home = () =>
  pageEndpoint({ name: 'show-about' }, async ({ caller, deps, reader }) =>
    homePage(
      {
        baseUrl: caller.baseUrl,
        mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', caller.baseUrl).href,
        cards: cardsOf(deps.settings.sold, caller.baseUrl, reader),
        days: usualDays,
        prices: productDocs.flatMap(({ name, priceLines }) => (deps.settings.sold.includes(name) ? priceLines : [])),
        firstQuote: JSON.stringify({ country: 'US', text: 'Dear Ada,\n\nThe engine works.' }),
      },
      reader,
    ),
  );
