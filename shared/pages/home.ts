/** The home page: what the service is, its prices, and the ways to use it. */
import { script } from '#scripts/copy';
import type { PriceLine } from '../core/money/price.ts';
import { type ProductWords, withFaxes, withoutFaxes, withoutNames } from './home/words.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export interface HomeView {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly prices: readonly PriceLine[];
  readonly sellsFaxes: boolean;
  /** Whether letters and checks can be ordered, both. */
  readonly sellsMail: boolean;
  /** The body of a first request to /quotes. */
  readonly firstQuote: string;
}

export function homePage(view: HomeView, reader: Reader): Page {
  const { say } = reader;
  const { baseUrl } = view;
  const words = wordsOf(view);
  const title = say(words.title);
  const body = html`<h1>${title}</h1>
<p class="lead">${say(words.lead)}</p>
<div class="ways">
<a class="button" href="${`${baseUrl}/new`}">${say(words.write)}</a>
<a class="button quiet" href="${`${baseUrl}/docs`}">${say('Build with the API')}</a>
</div>
${prices(view.prices, reader)}
${building(view, reader)}
${more(view, reader)}`;
  return page({ title, body, isListed: true, style, script }, reader);
}

const style = html`
.ways { display: grid; gap: .75rem; margin-top: 1.75rem; text-align: center; }
p + .button { width: auto; min-height: 2.75rem; margin-top: .5rem; }
.button + p { margin-top: .75rem; }
@media (min-width: 42rem) { .ways { grid-auto-flow: column; grid-auto-columns: 1fr; } }
@media print { .ways, p + .button { display: none; } }
`;

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

function wordsOf({ sellsFaxes, sellsMail }: HomeView): ProductWords {
  if (!sellsMail) return withoutNames;
  return sellsFaxes ? withFaxes : withoutFaxes;
}

function building(view: HomeView, { say }: Reader): Html {
  const { baseUrl, mcpUrl, firstQuote } = view;
  const request = `curl ${baseUrl}/quotes -H 'content-type: application/json' -d '${firstQuote}'`;
  const box = (text: string) =>
    html`<p><code class="copy" data-copy="${say('Copy')}" data-copied="${say('Copied')}">${text}</code></p>`;
  return html`<section>
<h2>${say('From a chat')}</h2>
<p>${say(wordsOf(view).chat)}</p>
${box(mcpUrl)}
<p><a href="${`${baseUrl}/docs/assistants`}">${say('How to connect Claude, ChatGPT, VS Code and Cursor')}</a></p>
</section>
<section>
<h2>${say('From a program')}</h2>
<p>${say('A first request: the exact price of a letter. Nothing is charged.')}</p>
${box(request)}
<p><a href="${`${baseUrl}/docs`}">${say('API reference')}</a> · <a href="${`${baseUrl}/openapi.json`}">OpenAPI</a> ·
<a href="${`${baseUrl}/llms.txt`}">llms.txt</a></p>
</section>`;
}

function more({ baseUrl }: HomeView, { say }: Reader): Html {
  return html`<section>
<h2>${say('For payers')}</h2>
<p><a href="${`${baseUrl}/bank-accounts/new`}">${say('Register a bank account for checks')}</a> ·
<a href="${`${baseUrl}/bank-accounts/remove`}">${say('Remove a bank account')}</a> ·
<a href="${`${baseUrl}/verify`}">${say('Verify a receipt')}</a></p>
</section>`;
}
