/** The page behind a pay link: the order and its price, and after the payment its progress. */
import type { Price } from '../core/product.ts';
import { bill, total } from './bill.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import { type ProgressView, progress, statusLine, statusOf } from './progress.ts';
import type { PlainSentence, Reader } from './reader.ts';

export interface PayView {
  /** `Letter to Ada Lovelace` */
  readonly heading: string;
  readonly status: 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'cancelled';
  readonly progress: ProgressView;
  readonly facts: readonly { readonly label: string; readonly value: string | readonly string[] }[];
  readonly price: Price;
  /** Only while the job can be paid. */
  readonly payUrl?: string | undefined;
  /** Unix milliseconds. */
  readonly expiresAt?: number | undefined;
  readonly isTest: boolean;
  readonly warnings: readonly string[];
  readonly contentHash?: string | undefined;
  /** Images of the pages, in order, on the page's own origin. */
  readonly previewUrls?: readonly string[] | undefined;
  /** A heading for the images, if they are not simply the pages that are sent. */
  readonly previewTitle?: PlainSentence | undefined;
  /** Unix milliseconds. */
  readonly jobCreatedAt: number;
  readonly orderNumber: string;
}

export function payPage(view: PayView, everyReader: Reader): Page {
  const reader = { ...everyReader, isTest: everyReader.isTest || view.isTest };
  const { say } = reader;
  const payUrl = view.status === 'awaiting_payment' ? view.payUrl : undefined;
  const payable = payUrl !== undefined;
  const body = html`${statusLine(view.progress, reader)}
<h1>${view.heading}</h1>
${payable && view.progress.stage === 'unpaid' ? html`<p class="lead">${say('Please read this through before you pay.')}</p>` : progress(view.progress, reader)}
<section>
<h2>${say(payable ? 'What you are paying for' : 'What was ordered')}</h2>
<dl class="facts">${view.facts.map((each) => fact(each, reader))}</dl>
</section>
${leaves(view, reader)}
<section>
<h2>${say('Price')}</h2>
${bill(view.price, say('Price before tax'), reader)}
</section>
${warnings(view.warnings, payable, reader)}
${payUrl !== undefined && payment(view, payUrl, reader)}
${origin(view, reader)}`;
  return page(
    {
      title: `${view.heading}: ${say(statusOf(view.progress))}`,
      body,
      images: (view.previewUrls ?? []).length > 0,
      orderNumber: view.orderNumber,
    },
    reader,
  );
}

function fact({ label, value }: PayView['facts'][number], { sayKnown }: Reader): Html {
  const lines = [value].flat().map((line, i) => html`${i > 0 && html`<br>`}${sayKnown(line)}`);
  return html`<div><dt>${sayKnown(label)}</dt><dd>${lines}</dd></div>`;
}

/** Every page as it will be printed. The browser loads an image only when it scrolls into view. */
function leaves({ previewUrls: urls = [], previewTitle }: PayView, { say }: Reader): Html | false {
  if (urls.length === 0) return false;
  const leaf = (url: string, at: number) =>
    html`<li><a href="${url}"><img src="${url}" alt="${say('Page {number} of {count}', { number: at + 1, count: urls.length })}" width="340" height="440" loading="lazy"></a></li>`;
  return html`<section>
<h2>${previewTitle ? say(previewTitle) : urls.length === 1 ? say('The page') : say('The {count} pages', { count: urls.length })}</h2>
<ol class="leaves">${urls.map(leaf)}</ol>
</section>`;
}

function warnings(texts: readonly string[], payable: boolean, { say }: Reader): Html | false {
  if (texts.length === 0) return false;
  return html`<section class="warnings">
<h2>${say(payable ? 'Before you pay' : 'Please note')}</h2>
<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>
</section>`;
}

function payment({ price, isTest, expiresAt }: PayView, payUrl: string, reader: Reader): Html {
  const { say, write, time } = reader;
  const charged = { total: total(price, reader) };
  return html`<p class="actions"><a class="button" href="${payUrl}">${say('Pay {total}', charged)}</a></p>
<section>
<h2>${say('What happens next')}</h2>
<ol>
<li>${say('The button opens the payment page. Opening it charges nothing.')}</li>
<li>${
    isTest || reader.isTest
      ? say('You would be charged {total} only when you press pay on that page.', charged)
      : say('You are charged {total} only when you press pay on that page.', charged)
  }</li>
<li>${say('The order is carried out after the payment. This page then shows how far it is.')}</li>
</ol>
${expiresAt !== undefined && html`<p>${write('It can be paid until {time}. After that it expires and nothing is charged.', { time: time(expiresAt) })}</p>`}
<p>${say('A payment just made can take a moment to arrive.')} <a href="">${say('Refresh')}</a></p>
</section>`;
}

function origin({ jobCreatedAt, contentHash, orderNumber }: PayView, { say, write, time }: Reader): Html {
  const fingerprint = html`<p>${say('Fingerprint of the content (SHA-256)')} <code>${contentHash}</code></p>`;
  return html`<footer>
<p>${say('Order {number}', { number: orderNumber })}</p>
<p>${write('Ordered {time}', { time: time(jobCreatedAt) })}</p>
${contentHash !== undefined && fingerprint}
</footer>`;
}
