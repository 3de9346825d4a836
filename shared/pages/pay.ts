/** The page behind a pay link: the order and its price, and after the payment its progress. */
import { type BillLine, bill } from './bill.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import { utcTime } from './time.ts';

export interface PayView {
  /** `Letter to Ada Lovelace` */
  readonly heading: string;
  readonly status: 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'cancelled';
  readonly statusText: string;
  readonly facts: readonly { readonly label: string; readonly value: string | readonly string[] }[];
  readonly amount: string;
  readonly tax?: BillLine | undefined;
  readonly total: string;
  /** Only while the job can be paid. */
  readonly payUrl?: string | undefined;
  /** Unix milliseconds. */
  readonly expiresAt?: number | undefined;
  readonly testMode: boolean;
  readonly warnings: readonly string[];
  readonly contentHash?: string | undefined;
  /** Images of the pages, in order, on the page's own origin. */
  readonly previewUrls?: readonly string[] | undefined;
  /** A heading for the images, if they are not simply the pages that are sent. */
  readonly previewTitle?: string | undefined;
  /** Unix milliseconds. */
  readonly jobCreatedAt: number;
  /** The refund of a failed or cancelled job. */
  readonly refund?: keyof typeof refunds | undefined;
}

const refunds = {
  not_applicable: 'Nothing was charged.',
  pending: 'Your payment is being refunded.',
  issued: 'Your payment has been refunded. It can take a few days to appear on your statement.',
  contact_support: 'Your payment could not be refunded automatically. Please contact support.',
} as const;

const leads: Readonly<Record<PayView['status'], string>> = {
  awaiting_payment: 'No payment has arrived yet.',
  paid: 'Your payment has arrived. The order is now being passed on; there is nothing left for you to do.',
  fulfilled: 'Paid and handed over. There is nothing left for you to do.',
  failed: 'This order could not be carried out and will not be tried again.',
  cancelled: 'This order was cancelled and will not be carried out.',
};

export function payPage(view: PayView): Page {
  const payUrl = view.status === 'awaiting_payment' ? view.payUrl : undefined;
  const payable = payUrl !== undefined;
  const body = html`<p class="status ${view.status}">${view.statusText}</p>
<h1>${view.heading}</h1>
<p class="lead">${leads[view.status]} ${more(view, payable)}</p>
<section>
<h2>${payable ? 'What you are paying for' : 'What was ordered'}</h2>
<dl class="facts">${view.facts.map(fact)}</dl>
</section>
${leaves(view)}
<section>
<h2>Price</h2>
${bill(view.tax ? [{ label: 'Price before tax', amount: view.amount }, view.tax] : [], view.total)}
</section>
${warnings(view.warnings, payable)}
${payUrl === undefined ? reload(view) : payment(view, payUrl)}
${origin(view)}`;
  const notice = view.testMode ? 'Test mode: nothing is charged, nothing is mailed or faxed.' : undefined;
  return page({
    title: `${view.heading}: ${view.statusText}`,
    body,
    notice,
    images: (view.previewUrls ?? []).length > 0,
  });
}

function more({ status, refund }: PayView, payable: boolean): string | false {
  if (payable) return 'Please read this through before you pay.';
  if (status === 'awaiting_payment')
    return 'It cannot be paid here at the moment. If the link has lapsed, ask its sender for a new one.';
  if (status === 'paid' || status === 'fulfilled') return false;
  return refund === undefined ? 'If a payment was made, it is refunded.' : refunds[refund];
}

function fact({ label, value }: PayView['facts'][number]): Html {
  const lines = [value].flat().map((line, i) => html`${i > 0 && html`<br>`}${line}`);
  return html`<div><dt>${label}</dt><dd>${lines}</dd></div>`;
}

/** Every page as it will be printed. The browser loads an image only when it scrolls into view. */
function leaves({ previewUrls: urls = [], previewTitle }: PayView): Html | false {
  if (urls.length === 0) return false;
  const leaf = (url: string, at: number) =>
    html`<li><a href="${url}"><img src="${url}" alt="Page ${at + 1} of ${urls.length}" width="340" height="440" loading="lazy"></a></li>`;
  return html`<section>
<h2>${previewTitle ?? (urls.length === 1 ? 'The page' : `The ${urls.length} pages`)}</h2>
<ol class="leaves">${urls.map(leaf)}</ol>
</section>`;
}

function warnings(texts: readonly string[], payable: boolean): Html | false {
  if (texts.length === 0) return false;
  return html`<section class="warnings">
<h2>${payable ? 'Before you pay' : 'Please note'}</h2>
<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>
</section>`;
}

function payment({ total, testMode, expiresAt }: PayView, payUrl: string): Html {
  return html`<p class="actions"><a class="button" href="${payUrl}">Pay ${total}</a></p>
<section>
<h2>What happens next</h2>
<ol>
<li>The button opens the payment page. Opening it charges nothing.</li>
<li>You ${testMode ? 'would be' : 'are'} charged ${total} only when you press pay on that page.</li>
<li>The order is carried out after the payment. This page then shows how far it is.</li>
</ol>
${expiresAt !== undefined && html`<p>It can be paid until ${utcTime(expiresAt)}. After that it lapses and nothing is charged.</p>`}
<p>A payment just made can take a moment to arrive. <a href="">See the latest state</a></p>
</section>`;
}

function reload({ status }: PayView): Html | false {
  if (status !== 'paid' && status !== 'fulfilled') return false;
  return html`<p class="actions"><a class="button quiet" href="">See the latest state</a></p>`;
}

function origin({ jobCreatedAt, contentHash }: PayView): Html {
  const fingerprint = html`<p>Fingerprint of the content (SHA-256) <code>${contentHash}</code></p>`;
  return html`<footer>
<p>Ordered ${utcTime(jobCreatedAt)}</p>
${contentHash !== undefined && fingerprint}
</footer>`;
}
