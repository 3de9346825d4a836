/** The home page: what the service is, its products and prices, questions, and the ways to use it. */

import type { PriceLine } from '../domain/money.ts';
import { copyScript } from './built-scripts.ts';
import { type Html, html } from './html.ts';
import { contactSupport, type Page, page } from './page.ts';
import { drawnPost, type ProductCard, productCardStyle, productCards } from './product-cards.ts';
import type { Reader } from './reader.ts';

export interface HomeView {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly cards: readonly ProductCard[];
  readonly prices: readonly PriceLine[];
  /** Business days until mail arrives. */
  readonly days: { readonly least: number; readonly most: number };
  readonly sellsFaxes: boolean;
  /** Whether both letters and checks can be ordered. */
  readonly sellsMail: boolean;
  /** The body of a first request to /quotes. */
  readonly firstQuote: string;
}

/** The sentences by what can be ordered. */
function sentencesFor({ sellsFaxes, sellsMail }: HomeView) {
  const sentences = {
    all: {
      title: 'Letters, checks and faxes to the US and Canada',
      lead: 'See the exact price and every page before you pay. We print, mail or fax only after that. No account needed.',
      chat: 'Add this address to an assistant that speaks MCP, and ask for a letter, a check or a fax. No key is needed.',
    },
    mail: {
      title: 'Letters and checks to the US and Canada',
      lead: 'See the exact price and every page before you pay. We print and mail only after that. No account needed.',
      chat: 'Add this address to an assistant that speaks MCP, and ask for a letter or a check. No key is needed.',
    },
    some: {
      title: 'Sent to the US and Canada',
      lead: 'See the exact price and every page before you pay. We send it only after that. No account needed.',
      chat: 'Add this address to an assistant that speaks MCP, and ask for what is offered here. No key is needed.',
    },
  } as const;
  return sellsMail ? sentences[sellsFaxes ? 'all' : 'mail'] : sentences.some;
}

export function homePage(view: HomeView, reader: Reader): Page {
  const { say } = reader;
  const { baseUrl, cards } = view;
  const words = sentencesFor(view);
  const title = say(words.title);
  const steps = [
    say('You write, or attach a PDF'),
    say('You see every page and the exact price'),
    say('You pay by card, without an account'),
    say('We send it once, and you can track it'),
  ];
  const body = html`<div class="hero"><div>
<h1>${title}</h1>
<p class="lead">${say(words.lead)}</p>
<div class="ways">
<a class="button" href="${`${baseUrl}/new`}">${say('Write and send')}</a>
<a class="button quiet" href="${`${baseUrl}/docs`}">${say('Build with the API')}</a>
</div></div>
${drawnPost(cards[0]?.price ?? '')}</div>
${productCards(cards, reader)}
<section><h2>${say('How it works')}</h2>
<ol class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ol></section>
<div class="columns">${questions(view, reader)}
${prices(view.prices, reader)}
${building(view, reader)}
</div>`;
  const links = [
    html`<a href="${`${baseUrl}/bank-accounts/new`}">${say('Register a bank account for checks')}</a>`,
    html`<a href="${`${baseUrl}/bank-accounts/remove`}">${say('Remove a bank account')}</a>`,
    html`<a href="${`${baseUrl}/verify`}">${say('Verify a receipt')}</a>`,
    // The operator's own policy takes its place.
    ...(reader.operator.privacyUrl === undefined
      ? [html`<a href="${`${baseUrl}/docs/privacy`}">${say('Privacy')}</a>`]
      : []),
  ];
  return page({ title, body, links, layout: 'table', isListed: true, style, script: copyScript() }, reader);
}

const style = html`${productCardStyle}
.hero { display: grid; gap: 2rem; align-items: center; }
.hero h1 { font-size: clamp(2rem, 1.2rem + 3.4vw, 3.5rem); line-height: 1.1; }
.hero .lead { max-width: 34rem; font-size: 1.125rem; }
.hero .post { max-width: 34rem; margin: 0 auto; }
.ways { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
.ways .button { flex: 1 1 auto; width: auto; }
.steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem 2rem; padding: 0; list-style: none; counter-reset: step; }
.steps li { display: flex; gap: .75rem; align-items: center; margin: 0; counter-increment: step; }
.steps li::before {
  content: counter(step); flex: none; width: 2.75rem; height: 2.75rem; border: 2px solid; border-radius: 50%; outline: 1px solid; outline-offset: -6px;
  color: var(--red); font: 600 1.125rem/2.5rem var(--serif); text-align: center; rotate: -8deg;
}
.columns > section { padding: 1.5rem; background: var(--paper); box-shadow: var(--shade); }
.columns summary { font-weight: 600; }
.columns details { border-top: 1px solid var(--rule); }
.columns details p { padding-bottom: .75rem; }
.prices { width: 100%; border-collapse: collapse; }
.prices th, .prices td { padding: .5rem 0 .5rem 1rem; border-top: 1px solid var(--rule); text-align: right; font-variant-numeric: tabular-nums; }
.prices th { font-weight: 400; }
.prices thead th, .prices thead td { border: 0; color: var(--soft); font-size: .875rem; }
.prices td { white-space: nowrap; }
.prices [scope=row] { padding-left: 0; text-align: left; }
.prices + p { margin-top: .75rem; color: var(--soft); font-size: .875rem; }
p + .button { width: auto; min-height: 2.75rem; margin-top: .5rem; }
.button + p { margin-top: .75rem; }
@media (min-width: 60rem) {
  .hero { grid-template-columns: 6fr 5fr; gap: 4rem; }
  .ways .button { flex: none; }
  .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem; align-items: start; margin-top: 2rem; }
  .columns > section { height: 100%; margin: 0; }
  #help { display: grid; grid-template-columns: 1fr 1fr; column-gap: 2.5rem; grid-column: 1 / -1; align-items: start; }
  #help > :is(h2, p) { grid-column: 1 / -1; }
}
@media print { .ways, p + .button { display: none; } .hero .post { max-width: 16rem; } }
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
<p>${say('Paper, printing, envelope and postage included. Sales tax is added for recipients in Canada; every quote shows the exact total.')}</p>
</section>`;
}

/** The questions, to which the help link in the header leads. */
function questions({ days }: HomeView, reader: Reader): Html {
  const { say } = reader;
  const answers: readonly (readonly [string, string])[] = [
    [
      say('When does it arrive?'),
      say('Mail usually takes {least} to {most} business days. Track it on your order page.', days),
    ],
    [
      say('Can I cancel?'),
      say('Yes, until our partner starts on it, for a full refund. Use the button on your order page.'),
    ],
    [
      say('My link doesn’t work'),
      [
        say('Part of the link may be missing. Copy the whole link from the original message.'),
        say('You have 24 hours to pay for an order.'),
        say('It may be too old: we show an order for 400 days.'),
      ].join(' '),
    ],
    [
      say('What is this charge on my statement?'),
      say('The letters and numbers after our name are your order number. Support can look up your order with it.'),
    ],
  ];
  return html`<section id="help">
<h2>${say('Questions')}</h2>
${answers.map(([question, answer]) => html`<details><summary>${question}</summary><p>${answer}</p></details>`)}
${reader.operator.support !== undefined && html`<p>${contactSupport(reader, undefined)}</p>`}
</section>`;
}

function building(view: HomeView, { say }: Reader): Html {
  const { baseUrl, mcpUrl, firstQuote } = view;
  const request = `curl ${baseUrl}/quotes -H 'content-type: application/json' -d '${firstQuote}'`;
  const box = (text: string) =>
    html`<p><code class="copy" data-copy="${say('Copy')}" data-copied="${say('Copied')}">${text}</code></p>`;
  return html`<section>
<h2>${say('For developers')}</h2>
<p>${say(sentencesFor(view).chat)}</p>
${box(mcpUrl)}
<p><a href="${`${baseUrl}/docs/assistants`}">${say('How to connect Claude, ChatGPT, VS Code and Cursor')}</a></p>
<p>${say('A first request: the exact price of a letter. Nothing is charged.')}</p>
${box(request)}
<p><a href="${`${baseUrl}/docs`}">${say('API reference')}</a> · <a href="${`${baseUrl}/openapi.json`}">OpenAPI</a> ·
<a href="${`${baseUrl}/llms.txt`}">llms.txt</a></p>
</section>`;
}
