/** The page that a pay link opens: the order and its price, and after payment its progress. */
import { copyScript } from './built-scripts.ts';
import { type Html, hiddenFields, html } from './html.ts';
import { homePath, type Page, page } from './page.ts';
import { addressQuestion, addressStyle, withoutAddressWarnings } from './pay/address.ts';
import { orderBill, orderHeading, type PayView, totalOf } from './pay/bill.ts';
import { detailsSection, pagePictures } from './pay/details.ts';
import { payStyle } from './pay/style.ts';
import { warningSentences } from './pay/warnings.ts';
import { actionLinks, cancelLimit, needsNewOrder, orderAgain, progressSection, statusOf } from './progress.ts';
import { type Reader, readerOfOrder } from './reader.ts';

/** The recipients of emails, with a button to stop them, or a message that they have just stopped. `path`: the order's path. */
function emailsSection(
  { to, token }: NonNullable<PayView['emails']>,
  path: string,
  hasJustUnsubscribed: boolean,
  { say }: Reader,
): Html | false {
  if (to.length === 0)
    return (
      hasJustUnsubscribed &&
      html`<p class="message" role="status">${say('We won’t send any more emails about this order.')}</p>`
    );
  // No line break after the ellipsis, which would look like the end of the sentence.
  const addresses = to.map((masked) => masked.replace('…', '…\u2060')).join(', ');
  return html`<section class="current">
<h2>${say('Emails')}</h2>
<p>${say('We email updates on this order to {addresses}.', { addresses })}</p>
<form method="post" action="${path}/emails">${hiddenFields({ token })}
<p class="actions"><button class="button quiet" name="step" value="stop">${say('Stop these emails')}</button></p>
</form>
</section>`;
}

/** `hasJustUnsubscribed`: the reader has just stopped the emails about this order. */
export function payPage(view: PayView, visitor: Reader, hasJustUnsubscribed = false): Page {
  const reader = readerOfOrder(visitor, view);
  const { say } = reader;
  const payUrl = view.status === 'awaiting_payment' ? view.payUrl : undefined;
  const heading = orderHeading(view, reader);
  const asksForAddress = payUrl !== undefined && view.addressChoice !== undefined;
  const { emails } = view;
  const emailUpdates = emails && emailsSection(emails, view.progress.path, hasJustUnsubscribed, reader);
  const isReview = payUrl !== undefined && view.progress.stage === 'unpaid';
  const header = html`<h1>${heading}</h1>
<p class="order-number">${say('Order {number}', { number: view.orderNumber })}</p>`;
  const price = html`<section class="price">
<h2>${say('Price')}</h2>
${orderBill(view, reader, payUrl === undefined)}
</section>`;
  const { doubts, notes } = warningSections(view, payUrl !== undefined, reader);
  const notesAndDetails = html`${notes}${detailsSection(view, reader)}`;
  // Page 1 of a letter or fax comes before its details. Those of a check begin with the drawn check, so they come first.
  const content = view.checkFace
    ? html`${notesAndDetails}${pagePictures(view, reader)}`
    : pagePictures(view, reader, notesAndDetails);
  const questions = html`${copyQuestion(view, reader)}
${asksForAddress && addressQuestion(view, view.progress.path, reader)}
${doubts}`;
  const payment = payUrl !== undefined && paymentSection(view, payUrl, reader);
  const body = isReview
    ? html`<div class="order">
<p class="status awaiting_payment">${say('Review your order')}</p>
${header}
<p class="lead">${say('This is what we’ll send. You’re charged only when you pay on the next page.')}</p>
${view.formPath !== undefined && html`<p class="actions"><a class="button quiet" href="${view.formPath}">${say('Change something')}</a></p>`}
${questions}
${content}
${emailUpdates}
</div>
<div class="side">
${price}
${payment}
</div>`
    : html`<div class="order current">
${header}
${progressSection(view.progress, reader, view.formPath)}
${questions}
</div>
<div class="side">
${price}
${actionLinks(view.progress, reader)}
${emailUpdates}
${payment}
</div>
<div class="order rest">
${content}
${linkSection(view, reader)}
${retentionNotes(view, reader)}
${!needsNewOrder(view.progress) && orderAgain(view.progress, reader, view.formPath)}
${deletionSection(view, reader)}
</div>`;
  return page(
    {
      title: say('{label}: {text}', {
        label: heading,
        text: isReview ? say('Review your order') : statusOf(view.progress, reader),
      }),
      body,
      layout: 'review',
      hasForm: asksForAddress || view.copyChoice?.isAsked || emails !== undefined || view.deletion !== undefined,
      redirectsTo: emails && payUrl,
      style: html`${payStyle(view.paper, reader)}${asksForAddress && addressStyle}`,
      images: view.preview !== undefined,
      script: isReview || view.link === undefined ? undefined : copyScript(),
      orderNumber: view.orderNumber,
    },
    reader,
  );
}

const linkSection = ({ link, progress }: PayView, { say }: Reader): Html | false =>
  link !== undefined &&
  html`<section class="link">
<h2>${say('Link to this page')}</h2>
<p><code class="copy" data-copy="${say('Copy')}" data-copied="${say('Copied')}">${link}</code></p>
<p class="hint">${say(progress.cancellable === undefined ? 'Anyone with this link can see this order.' : 'Anyone with this link can see this order, and cancel it while that’s possible.')}</p>
</section>`;

/** How long we keep the document and the bank account. */
function retentionNotes({ service, progress: { keptUntil } }: PayView, { say, write, day }: Reader): Html {
  const account = html`<a href="${homePath}/bank-accounts/remove">${say('Remove a bank account')}</a>`;
  return html`${keptUntil !== undefined && html`<p class="hint">${write('We keep the document until {day}.', { day: day(keptUntil) })}</p>`}
${service === 'check' && html`<p class="hint">${say('The bank account stays registered until you remove it with its code.')} ${account}</p>`}`;
}

function deletionSection(
  { deletion, service, progress: { path } }: PayView,
  { say, write, day, operator }: Reader,
): Html | false {
  if (deletion === undefined) return false;
  const partnerCopy = service !== 'fax' && html` ${say('Our print partner keeps its own copy.')}`;
  if ('at' in deletion)
    return html`<p class="hint" id="deleted">${write('Deleted at the sender’s request on {day}.', { day: day(deletion.at) })}${partnerCopy}</p>`;
  return html`<details class="fold">
<summary>${say('Delete the document')}</summary>
<p>${say('This deletes the document, its pictures and its text right away. Previews of it that you didn’t order are deleted within two days. Save what you need as proof first: you can’t undo this. We keep the recipient, price and receipt.')}${partnerCopy}
<a href="${operator.privacyUrl ?? `${homePath}/docs/privacy`}">${say('What we keep, and for how long')}</a></p>
<form method="post" action="${path}/delete">${hiddenFields({ token: deletion.token })}
<p class="actions"><button class="button danger">${say('Yes, delete it')}</button></p>
</form>
</details>`;
}

/** The warnings: doubts with what to do about them, and notes. */
function warningSections({ warnings, addressChoice, formPath }: PayView, isPayable: boolean, reader: Reader) {
  const { say } = reader;
  // Other sections explain the address and a second order.
  const others = withoutAddressWarnings(warnings, addressChoice).filter(({ code }) => code !== 'same_order');
  const { doubts, notes } = warningSentences(others, reader);
  const advice =
    formPath === undefined
      ? say('If something is wrong, don’t pay. Ask the person who sent you this link for a new one.')
      : say('If something is wrong, change it before you pay.');
  return {
    doubts:
      doubts.length > 0 &&
      html`<section class="warnings">
<h2>${say(isPayable ? 'Before you pay' : 'Please note')}</h2>
<ul>${doubts.map((text) => html`<li>${text}</li>`)}</ul>
${isPayable && html`<p>${advice}</p>`}
</section>`,
    notes: html`${notes.map((note) => html`<p class="hint">${note}</p>`)}`,
  };
}

/** Redirects someone who approved the preview to the payment page, unless a question is open or the order can't be paid. */
export function paymentRedirect(view: PayView, reader: Reader): Page {
  const { say } = reader;
  const { payUrl } = view;
  if (payUrl === undefined || isUndecided(view)) return payPage(view, reader);
  const title = say('Continue to payment');
  const body = html`<p class="status awaiting_payment">${orderHeading(view, reader)}</p>
<h1>${title}</h1>
<p class="lead">${say('Nothing is charged until you pay there.')}</p>
<p class="actions"><a class="button" href="${payUrl}">${say('Pay {total}', { total: totalOf(view.price, view.country, reader) })}</a></p>
<p class="actions"><a class="text-link" href="${view.progress.path}">${say('Back to the order')}</a></p>`;
  const { headers, body: markup } = page({ title, body, orderNumber: view.orderNumber }, readerOfOrder(reader, view));
  return { body: markup, headers: { ...headers, refresh: `0; url=${payUrl}` } };
}

/** Whether the payer has to confirm the address or a second copy before the payment. */
const isUndecided = ({ addressChoice, copyChoice }: PayView): boolean =>
  addressChoice?.kind === 'doubtful' || copyChoice?.isAsked === true;

/** The bar with the total and the Pay button, and the text about paying below it. */
function paymentSection(view: PayView, payUrl: string, reader: Reader): Html {
  const { say, write, time } = reader;
  const total = html`<p>${say('Total')} <b>${totalOf(view.price, view.country, reader)}</b></p>`;
  if (isUndecided(view)) {
    const question = view.addressChoice?.kind === 'doubtful' ? 'address' : 'copy';
    return html`<div class="bar">${total}<a class="button" href="#${question}">${say('Answer a question first')}</a></div>`;
  }
  const { expiresAt, cancelUntil, emails, progress, service } = view;
  const label = emails?.to.length === 0 ? say('Email me about this order') : say('Email me, too');
  // The Pay button submits the checkbox.
  const emailCheckbox =
    emails &&
    html`<form id="pay" method="post" action="${progress.path}/emails">${hiddenFields({ token: emails.token })}
<label><input type="checkbox" name="emails" value="yes" aria-describedby="emails"${emails.isChecked && html` checked`}> ${label}</label></form>`;
  return html`<div class="bar">${emailCheckbox}${total}${emails === undefined ? html`<a class="button" href="${payUrl}">${say('Pay')}</a>` : html`<button class="button" form="pay" name="step" value="pay">${say('Pay')}</button>`}</div>
<section class="next">
${emails && html`<p id="emails">${say('If you select “{label},” we’ll email the address you enter on the payment page. Each email has an unsubscribe link.', { label })}</p>`}
<p>${
    progress.sendOn === undefined || cancelUntil === undefined
      ? html`${say('We’ll send it after you pay. Come back to this page to see its status.')} ${cancelLimit({ ...progress, service }, reader)}`
      : write('It goes to print on {day}. You can cancel until {time} for a full refund.', {
          day: reader.date(progress.sendOn),
          time: time(cancelUntil),
        })
  }</p>
${expiresAt !== undefined && html`<p>${write('You can pay until {time}. After that the link expires, and nothing is charged.', { time: time(expiresAt) })}</p>`}
</section>`;
}

/** Asks whether to send the same order twice, or says that it was ordered twice. `/address` takes this answer as well. */
function copyQuestion({ copyChoice, payUrl, progress, status }: PayView, { say, write, time }: Reader): Html | false {
  if (copyChoice === undefined) return false;
  const { isAsked, isOtherLater, other, token } = copyChoice;
  // The advice names only what is still possible.
  const isPayable = payUrl !== undefined && status === 'awaiting_payment';
  const leaveThis = isPayable && (isAsked || other?.isPaid) && 'If you want only one, don’t pay for this one.';
  const payOne = isPayable && 'If you want only one, pay for only one.';
  const leaveOther = other?.isPaid === false && 'If you want only one, don’t pay for the other one.';
  const cancelOne = progress.cancellable && 'If you want only one, you can still cancel this one.';
  const advice = leaveThis || payOne || leaveOther || cancelOne;
  if (!isAsked && !advice) return false;
  const facts = other && { number: other.number, time: time(other.createdAt) };
  const withoutNumber = isOtherLater
    ? 'The same order was placed again.'
    : 'The same order was placed less than two days earlier.';
  const withNumber = other?.isPaid
    ? 'The same order was placed on {time} and is paid: order {number}.'
    : 'The same order was placed on {time} and hasn’t been paid for yet: order {number}.';
  return html`<section class="warnings" id="copy">
<h2>${say(isAsked ? 'Send it twice?' : 'Ordered twice')}</h2>
<p>${facts === undefined ? say(withoutNumber) : write(withNumber, facts)}</p>
${advice && html`<p>${say(advice)}</p>`}
${
  isAsked &&
  html`<form method="post" action="${progress.path}/address">${hiddenFields({ token })}
<p class="actions"><button class="button quiet" name="choice" value="copy">${say('Yes, send both')}</button></p>
</form>`
}
</section>`;
}
