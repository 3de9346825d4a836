/** The preview of an order before it is placed: every page as it will be printed, and the exact price. */
import { type Html, hiddenFields, html } from '../html.ts';
import { type Page, page } from '../page.ts';
import { addressQuestion, addressStyle, withoutAddressWarnings } from '../pay/address.ts';
import { orderBill, orderHeading, type PayView, totalOf } from '../pay/bill.ts';
import { detailsSection, pagePictures } from '../pay/details.ts';
import { payStyle } from '../pay/style.ts';
import { warningSentences } from '../pay/warnings.ts';
import type { Reader } from '../reader.ts';

/** The order that the page submits: the quote and everything that was typed. */
export interface PendingOrder {
  readonly action: string;
  /** Also the idempotency key, so that one preview becomes one order, however often it is submitted. */
  readonly quoteId: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface OrderPreviewView
  extends Omit<PayView, 'status' | 'progress' | 'isTest' | 'jobCreatedAt' | 'orderNumber'>,
    PendingOrder {
  /** Whether the quote of the last preview had expired, so that this quote is new. */
  readonly isRenewed: boolean;
}

export function orderPreview(view: OrderPreviewView, reader: Reader): Page {
  const { say } = reader;
  const heading = orderHeading(view, reader);
  const { doubts, notes } = warningSentences(withoutAddressWarnings(view.warnings, view.addressChoice), reader);
  const body = html`<div class="order">
<p class="status awaiting_payment">${say('Preview: you haven’t ordered yet')}</p>
<h1>${heading}</h1>
<p class="lead">${say('This is what we’ll send. Please check every line and every page.')}</p>
${view.isRenewed && html`<p class="message" role="status">${say('We hold a price for an hour, and that hour is over. This is today’s price: please check it again.')}</p>`}
<p class="actions"><button class="button quiet" form="order" name="step" value="edit">${say('Change something')}</button></p>
${addressQuestion(view, undefined, reader)}
${
  doubts.length > 0 &&
  html`<section class="warnings">
<h2>${say('Please check')}</h2>
<ul>${doubts.map((text) => html`<li>${text}</li>`)}</ul>
</section>`
}
${
  view.warnings.some(isAddressZoneWarning) &&
  view.values.from_job === undefined &&
  html`<p class="actions"><button class="button quiet" form="order" name="step" value="address_page">${say('Put the addresses on a separate page')}</button></p>
<p class="hint">${say('Then nothing is covered. It counts as one more page.')}</p>`
}
${notes.map((note) => html`<p class="hint">${note}</p>`)}
${detailsSection(view, reader)}
${pagePictures(view, reader)}
</div>
<div class="side">
<section class="price">
<h2>${say('Price')}</h2>
${orderBill(view, reader, false)}
</section>
${nextSteps(view, reader)}
</div>`;
  return page(
    {
      title: say('{label}: {text}', { label: heading, text: say('Preview') }),
      body,
      layout: 'review',
      style: html`${payStyle(view.paper, reader)}${view.addressChoice !== undefined && addressStyle}`,
      images: view.preview !== undefined,
      hasForm: true,
    },
    reader,
  );
}

/** The fields with the corrected address, or the field that confirms a doubtful address. */
function addressChoiceFields({ addressChoice: choice }: OrderPreviewView): Readonly<Record<string, string>> {
  if (choice?.kind === 'doubtful') return { accept_address: 'yes' };
  if (choice?.kind !== 'corrected') return {};
  const { addressLine1, addressLine2 = '', city, provinceOrState = '', postalOrZip = '' } = choice.suggestion;
  const corrected = { addressLine1, addressLine2, city, provinceOrState, postalOrZip };
  return Object.fromEntries(Object.entries(corrected).map(([name, value]) => [`corrected.to.${name}`, value]));
}

/** True for a warning that the addresses may cover something at the top of page 1. */
export const isAddressZoneWarning = ({ code }: { readonly code: string }): boolean => code.startsWith('address_zone_');

function nextSteps(view: OrderPreviewView, reader: Reader): Html {
  const { say } = reader;
  return html`<section class="next">
<h2>${say('What happens next')}</h2>
<ol>
<li>${say('The button opens the payment page. Nothing is charged until you pay there.')}</li>
${view.values.email && html`<li>${say('We’ll email {email} about the order once it’s paid for.', { email: view.values.email })}</li>`}
<li>${say('Save the link to your order page. You can check on the order, cancel it and get your receipt there.')}</li>
</ol>
</section>
<form id="order" method="post" action="${view.action}">${hiddenFields({ quote_id: view.quoteId, ...view.values, ...addressChoiceFields(view) })}</form>
<div class="bar"><p>${say('Total')} <b>${totalOf(view.price, view.country, reader)}</b></p><button class="button" form="order" name="step" value="pay">${view.addressChoice?.kind === 'doubtful' ? say('Continue with this address') : say('Continue to payment')}</button></div>`;
}

/** The page for an order that couldn't be placed right now. It keeps everything that was typed. */
export function retryOrderPage(view: PendingOrder & { readonly problem: string }, reader: Reader): Page {
  const { say } = reader;
  const title = say('This didn’t work');
  const body = html`<h1>${title}</h1>
<p class="lead">${view.problem}</p>
<form method="post" action="${view.action}">${hiddenFields({ quote_id: view.quoteId, ...view.values })}
<p class="actions"><button class="button" name="step" value="pay">${say('Try again')}</button></p>
<p class="actions"><button class="button quiet" name="step" value="edit">${say('Change something')}</button></p>
</form>`;
  return page({ title, body, hasForm: true }, reader);
}
