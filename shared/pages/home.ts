/** The home page: what the service is, its prices, and the ways to use it. */
import type { PriceLine } from '../core/product.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export interface HomeView {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly prices: readonly PriceLine[];
  /** The body of a first request to /quotes. */
  readonly firstQuote: string;
}

export function homePage(view: HomeView, reader: Reader): Page {
  const { say } = reader;
  const title = say('Letters, checks and faxes to the US and Canada');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('An exact price first. You see every page and pay by card; only then it is printed, mailed or faxed, once. No account.')}</p>
${prices(view.prices, reader)}
${ways(view, reader)}`;
  return page({ title, body, isListed: true }, reader);
}

function prices(lines: readonly PriceLine[], { say, sayKnown, money }: Reader): Html {
  const row = ({ label, cents, currency }: PriceLine) => html`<tr>
<th scope="row">${sayKnown(label)}</th>
<td>${money(cents.US, currency.US)}</td>
<td>${money(cents.CA, currency.CA, 'named')}</td>
</tr>`;
  return html`<section>
<h2>${say('Prices')}</h2>
<table class="prices">
<thead><tr><td></td><th scope="col">${say('United States')}</th><th scope="col">${say('Canada')}</th></tr></thead>
<tbody>${lines.map(row)}</tbody>
</table>
<p>${say('Paper, printing, envelope and postage included. Sales tax is added for recipients in Canada; every quote names the exact total.')}</p>
</section>`;
}

function ways({ baseUrl, mcpUrl, firstQuote }: HomeView, { say }: Reader): Html {
  const request = `curl ${baseUrl}/quotes -H 'content-type: application/json' -d '${firstQuote}'`;
  return html`<section>
<h2>${say('From a chat')}</h2>
<p>${say('Add this address to an assistant that speaks MCP, and ask for a letter, a check or a fax. No key is needed.')}</p>
<p><code class="copy">${mcpUrl}</code></p>
</section>
<section>
<h2>${say('From a program')}</h2>
<p>${say('A first request: the exact price of a letter. Nothing is charged.')}</p>
<p><code class="copy">${request}</code></p>
<p><a href="${`${baseUrl}/openapi.json`}">OpenAPI</a> · <a href="${`${baseUrl}/llms.txt`}">llms.txt</a> ·
<a href="${`${baseUrl}/bank-accounts/new`}">${say('Register a bank account for checks')}</a></p>
</section>`;
}
