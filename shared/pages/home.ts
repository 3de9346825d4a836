/** The home page with products, prices, questions and a section for developers, and the page for choosing a product. */
import type { PriceLine } from '../domain/money.ts';
import type { ProductName } from '../domain/names.ts';
import { capitalized } from '../domain/text.ts';
import { copyScript } from './built-scripts.ts';
import { type Html, html } from './html.ts';
import type { OrderForm } from './order-form/shape.ts';
import { contactSupport, type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export interface HomeView {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly cards: readonly ProductCard[];
  readonly prices: readonly PriceLine[];
  /** Business days until mail arrives. */
  readonly days: { readonly min: number; readonly max: number };
  /** The JSON body of the sample request to /quotes. */
  readonly firstQuote: string;
}

export function homePage(view: HomeView, reader: Reader): Page {
  const { say } = reader;
  const { baseUrl, cards } = view;
  const productNouns = { letter: say('letters'), check: say('checks'), fax: say('faxes') };
  const productList = reader.list(cards.map(({ product }) => productNouns[product]));
  const title =
    productList === ''
      ? say('Sent to the US and Canada')
      : say('{things} to the US and Canada', { things: capitalized(productList) });
  const steps = [
    say('You write, or attach a PDF'),
    say('You see every page and the exact price'),
    say('You pay by card, with no sign-up'),
    say('We send it once, and you can follow its progress'),
  ];
  const body = html`<div class="hero"><div>
<h1>${title}</h1>
<p class="lead">${say('See every page and the exact price before you pay. Nothing is sent until you do. No sign-up needed.')}</p>
<div class="buttons">
<a class="button" href="${baseUrl}/new">${say('Write and send')}</a>
<a class="button quiet" href="${baseUrl}/docs">${say('Build with the API')}</a>
</div></div>
${letterDrawing(cards[0]?.price ?? '')}</div>
${productCards(cards, reader)}
<section><h2>${say('How it works')}</h2>
<ol class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ol></section>
<div class="columns">${questionsSection(view, reader)}
${pricesSection(view.prices, reader)}
${developersSection(view, reader)}
</div>`;
  const links = [
    html`<a href="${baseUrl}/bank-accounts/new">${say('Register a bank account')}</a>`,
    html`<a href="${baseUrl}/bank-accounts/remove">${say('Remove a bank account')}</a>`,
    html`<a href="${baseUrl}/verify">${say('Verify a receipt')}</a>`,
    // An operator with its own policy has a link to that policy instead.
    ...(reader.operator.privacyUrl === undefined
      ? [html`<a href="${baseUrl}/docs/privacy">${say('Privacy')}</a>`]
      : []),
  ];
  return page({ title, body, links, layout: 'table', isListed: true, style, script: copyScript() }, reader);
}

const productCardStyle = html`
.drawn { display: block; width: 100%; height: auto; overflow: visible; fill: none; stroke-linecap: round; stroke-linejoin: round; }
@media (prefers-color-scheme: dark) { .drawn { --rule: #746c5f; } }
.drawn .drawn-sheet { fill: var(--paper); stroke: var(--rule); }
.drawn .drawn-envelope, .drawn .drawn-machine { fill: var(--envelope); stroke: var(--rule); }
.drawn .drawn-check { fill: color-mix(in srgb, var(--blue) 14%, var(--paper)); stroke: var(--rule); }
.drawn .line { stroke: var(--rule); stroke-width: 3; }
.drawn .ink { stroke: var(--blue); stroke-width: 2; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1.25rem; margin-top: 2rem; padding: 0; list-style: none; }
.cards li { position: relative; margin: 0; padding: 1.5rem; background: var(--paper); box-shadow: var(--shade); transition: translate .15s; }
.cards li:hover { translate: 0 -3px; }
.cards .drawn { width: 9rem; margin: 0 0 1rem -1.25rem; }
.cards a { color: inherit; }
.cards a::after { content: ''; position: absolute; inset: 0; }
.cards h2 { margin: 0; }
.cards .cost { margin: .25rem 0 .5rem; color: var(--blue); font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.cards .days { margin-top: .75rem; color: var(--green); font-weight: 600; }
@media print { .cards li { border: 1px solid #bbb; box-shadow: none; } }
`;

const style = html`${productCardStyle}
.hero { display: grid; gap: 2rem; align-items: center; }
.hero h1 { font-size: clamp(2rem, 1.2rem + 3.4vw, 3.5rem); line-height: 1.1; }
.hero .lead { max-width: 34rem; font-size: 1.125rem; }
.drawn .edge { stroke: var(--rule); }
.drawn .white { fill: var(--paper); }
.drawn text { fill: var(--ink); font: italic 24px var(--serif); }
.drawn .value { font: 600 13px system-ui, sans-serif; text-anchor: middle; }
.drawn .drawn-stamp { fill: var(--paper); stroke: var(--table); stroke-width: 4; stroke-dasharray: 1 6; }
.drawn-postmark { stroke: var(--soft); stroke-width: 1.5; }
.drawn .drawn-postmark text { fill: var(--soft); stroke: none; font: 600 10px system-ui, sans-serif; text-anchor: middle; }
.post { filter: drop-shadow(0 10px 18px #3a2f1a2b); }
@media (prefers-reduced-motion: no-preference) {
  .rises { transition: translate .6s ease-out; }
  .post:hover .rises { translate: 0 -14px; }
}
.hero .post { max-width: 34rem; margin: 0 auto; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
.buttons .button { flex: 1 1 auto; width: auto; }
.steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 1rem 2rem; padding: 0; list-style: none; counter-reset: step; }
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
.prices th { overflow-wrap: break-word; font-weight: 400; }
.prices thead th, .prices thead td { border: 0; color: var(--soft); font-size: .875rem; }
.prices td { white-space: nowrap; }
.prices [scope=row] { padding-left: 0; text-align: left; }
.prices + p { margin-top: .75rem; color: var(--soft); font-size: .875rem; }
p + .button { width: auto; min-height: 2.75rem; margin-top: .5rem; }
.button + p { margin-top: .75rem; }
@media (max-width: 22rem) {
  .prices thead { display: none; }
  .prices :is(tbody, tr, th, td) { display: block; padding: .25rem 0; text-align: left; }
  .prices td { border: 0; }
  .prices td::before { content: attr(data-label) ':'; margin-right: .375rem; color: var(--soft); }
}
@media (min-width: 60rem) {
  .hero { grid-template-columns: 6fr 5fr; gap: 4rem; }
  .buttons .button { flex: none; }
  .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem; align-items: start; margin-top: 2rem; }
  .columns > section { height: 100%; margin: 0; }
  #help { display: grid; grid-template-columns: 1fr 1fr; column-gap: 2.5rem; grid-column: 1 / -1; align-items: start; }
  #help > :is(h2, p) { grid-column: 1 / -1; }
}
@media print { .buttons, p + .button { display: none; } .hero .post { max-width: 16rem; } }
`;

function pricesSection(lines: readonly PriceLine[], { say, translate, money }: Reader): Html {
  const [us, canada] = [say('United States'), say('Canada')];
  const row = ({ label, cents, currency }: PriceLine) => html`<tr>
<th scope="row">${translate(label)}</th>
<td data-label="${us}">${money(cents.US, currency.US)}</td>
<td data-label="${canada}">${money(cents.CA, currency.CA, 'named')}</td>
</tr>`;
  return html`<section>
<h2>${say('Prices')}</h2>
<table class="prices">
<thead><tr><td></td><th scope="col">${us}</th><th scope="col">${canada}</th></tr></thead>
<tbody>${lines.map(row)}</tbody>
</table>
<p>${say('Paper, printing, envelope and postage included. Sales tax is added for recipients in Canada; every quote shows the exact total.')}</p>
</section>`;
}

/** The questions, which the header's Help link opens. */
function questionsSection({ days }: HomeView, reader: Reader): Html {
  const { say } = reader;
  const entries: readonly (readonly [question: string, answer: string])[] = [
    [
      say('When does it arrive?'),
      say('Mail usually takes {min} to {max} business days. See its status on your order page.', days),
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
        say('We show an order for 400 days after it was made; an older link no longer works.'),
      ].join(' '),
    ],
    [
      say('What is this charge on my statement?'),
      say('The letters and numbers after our name are your order number. Support can look up your order with it.'),
    ],
  ];
  return html`<section id="help">
<h2>${say('Questions')}</h2>
${entries.map(([question, answer]) => html`<details><summary>${question}</summary><p>${answer}</p></details>`)}
${reader.operator.support !== undefined && html`<p>${contactSupport(reader, undefined)}</p>`}
</section>`;
}

function developersSection({ baseUrl, mcpUrl, firstQuote }: HomeView, { say }: Reader): Html {
  const request = `curl ${baseUrl}/quotes -H 'content-type: application/json' -d '${firstQuote}'`;
  const copyBox = (text: string) =>
    html`<p><code class="copy" data-copy="${say('Copy')}" data-copied="${say('Copied')}">${text}</code></p>`;
  return html`<section>
<h2>${say('For developers')}</h2>
<p>${say('Add this URL to an assistant that supports MCP, and say what you want to send. No key is needed.')}</p>
${copyBox(mcpUrl)}
<p><a href="${baseUrl}/docs/assistants">${say('How to connect Claude, ChatGPT, VS Code and Cursor')}</a></p>
<p>${say('A first request: the exact price of a letter. Nothing is charged.')}</p>
${copyBox(request)}
<p><a href="${baseUrl}/docs">${say('API reference')}</a> · <a href="${baseUrl}/openapi.json">OpenAPI</a> ·
<a href="${baseUrl}/llms.txt">llms.txt</a></p>
</section>`;
}

export interface ProductCard {
  readonly product: ProductName;
  readonly form: OrderForm;
  readonly path: string;
  /** The price of one page to the US, in the reader's format. */
  readonly price: string;
  /** Business days until it arrives; missing if it takes minutes. */
  readonly days?: { readonly min: number; readonly max: number } | undefined;
}

function productCards(cards: readonly ProductCard[], reader: Reader): Html {
  const { say } = reader;
  const card = ({ product, form, path, price, days }: ProductCard) =>
    html`<li><svg class="drawn" viewBox="0 0 160 104" aria-hidden="true">${drawings[product]}</svg>
<h2><a href="${path}">${say(form.title)}</a></h2>
<p class="cost">${form.groups.some(({ isContent }) => isContent) ? say('From {price}', { price }) : price}</p>
<p>${say(form.description)}</p>
<p class="days">${days === undefined ? say('Usually arrives within minutes') : say('Usually arrives in {min} to {max} business days', days)}</p></li>`;
  return html`<ul class="cards">${cards.map(card)}</ul>`;
}

export function productChoicePage(cards: readonly ProductCard[], reader: Reader): Page {
  const { say } = reader;
  const title = say('What would you like to send?');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('To the US and Canada. You write, see every page and the exact price, and pay by card. No sign-up.')}</p>
${productCards(cards, reader)}`;
  return page({ title, body, layout: 'table', style: productCardStyle }, reader);
}

const drawings: Readonly<Record<ProductName, Html>> = {
  letter: html`<rect class="drawn-sheet" x="38" y="6" width="84" height="70" rx="2"/>
<path class="line" d="M50 20h38M50 30h60M50 38h56M50 46h60"/>
<path class="drawn-envelope" d="M22 48h116v50H22z"/><path class="line" d="m22 48 58 30 58-30"/>
<path class="red" d="m28 98 5-5h10l-5 5zM68 98l5-5h10l-5 5zM108 98l5-5h10l-5 5z"/>
<path class="blue" d="m48 98 5-5h10l-5 5zM88 98l5-5h10l-5 5z"/>`,
  check: html`<g transform="translate(8)"><rect class="drawn-check" x="14" y="26" width="132" height="66" rx="4"/>
<path class="line" d="M24 38h36M24 45h26M24 60h76M24 72h56M24 83h40"/>
<path class="ink" d="M102 84c6-10 8-10 9-3s4-8 8-6 1 7 7 3 6-2 10-3"/>
<rect class="drawn-sheet" x="106" y="53" width="32" height="12"/><path class="ink" d="M111 59h22M116 38h20"/></g>`,
  fax: html`<path class="drawn-sheet" d="M48 6h64v58H48z"/><path class="line" d="M58 18h36M58 27h44M58 36h40M58 45h44"/>
<rect class="drawn-machine" x="22" y="54" width="116" height="44" rx="6"/>
<path class="ink" d="M40 64h80"/><path class="line" d="M36 76h26M36 85h18"/>
<path class="blue" d="M96 74h8v5h-8zM108 74h8v5h-8zM96 83h8v5h-8zM108 83h8v5h-8z"/><path class="red" d="M121 74h8v14h-8z"/>`,
};

/** A drawing of a letter coming out of its envelope. `stamp`: the price on the stamp. */
const letterDrawing = (stamp: string): Html => html`<svg class="drawn post" viewBox="0 0 520 430" aria-hidden="true">
<defs><pattern id="air" width="56" height="20" patternUnits="userSpaceOnUse" patternTransform="skewX(-35)">
<path class="red" d="M0 0h16v20H0z"/><path class="blue" d="M28 0h16v20H28z"/></pattern></defs>
<g transform="rotate(6 420 150)"><rect class="drawn-check" x="250" y="70" width="240" height="130" rx="6"/>
<path class="line" d="M268 92h70M268 104h50M268 134h140"/><path class="ink" d="M430 92h42"/></g>
<g class="rises"><rect class="drawn-sheet" x="84" y="14" width="330" height="330" rx="3"/>
<path class="line" d="M116 52h92M116 66h70M116 106h64M116 130h262M116 146h240M116 162h262M116 178h196"/>
<path class="ink" d="M116 206c14-22 20-20 20-4s12-18 18-12 0 14 14 6 8-10 16-4 22-4 34-8"/></g>
<path class="drawn-envelope" d="M30 190h460v220H30z"/><path class="paper" fill-opacity=".5" d="m30 190 230 92 230-92z"/>
<path fill="url(#air)" d="M30 190h460v220H30zM42 202v196h436V202z" fill-rule="evenodd"/>
<path class="edge" d="M30 190h460v220H30z"/>
<path class="line" d="M66 228h84M66 242h64M66 256h74"/>
<text x="176" y="318">Ada Lovelace</text><text x="176" y="346">12 Main St</text><text x="176" y="374">Albany NY 12207</text>
<g transform="rotate(2 426 248)"><rect class="drawn-stamp" x="392" y="216" width="64" height="74"/>
<path class="red" d="M400 224h48v40h-48z"/><path class="white" d="m404 258 14-18 9 10 7-7 10 15zM436 230a5 5 0 1 1-.1 0z"/>
<text class="value" x="424" y="282">${stamp}</text></g>
<g class="drawn-postmark"><circle cx="362" cy="252" r="33"/><circle cx="362" cy="252" r="24"/>
<path d="M396 240c10-6 14 6 24 0s14 6 24 0 12 4 20 0M397 252c10-6 14 6 24 0s14 6 24 0 12 4 20 0M396 264c10-6 14 6 24 0s14 6 24 0 12 4 20 0"/>
<text x="362" y="257">US · CA</text></g></svg>`;
