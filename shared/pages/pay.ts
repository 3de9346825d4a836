/** The page behind a pay link: the order and its price, and after the payment its progress. */
import { type Html, hiddenFields, html } from './html.ts';
import { type Page, page } from './page.ts';
import { addressQuestion, addressStyle, isUnconfirmed, withoutAddress } from './pay/address.ts';
import { orderBill, orderHeading, totalOf } from './pay/bill.ts';
import { asksForCopy, copyQuestion } from './pay/copy.ts';
import { details, warningList } from './pay/details.ts';
import { leaves } from './pay/leaves.ts';
import { payStyle } from './pay/style.ts';
import type { PayView } from './pay/view.ts';
import { actions, progress, statusOf } from './progress.ts';
import type { Reader } from './reader.ts';

/** `hasEnded`: the reader has just pressed the button that stops the emails. */
function emailsSection(
  { to, token }: NonNullable<PayView['emails']>,
  path: string,
  hasEnded: boolean,
  { say }: Reader,
): Html | false {
  if (to.length === 0)
    return hasEnded && html`<p class="message" role="status">${say('No more e-mails are sent about this order.')}</p>`;
  // No line breaks after the dots, which would look like the end of the sentence.
  const addresses = to.map((masked) => masked.replace('…', '…\u2060')).join(', ');
  return html`<section class="current">
<h2>${say('E-mails')}</h2>
<p>${say('News of this order goes to {addresses}.', { addresses })}</p>
<form method="post" action="${`${path}/emails`}">${hiddenFields({ token })}
<p class="actions"><button class="button quiet" name="step" value="stop">${say('Stop these e-mails')}</button></p>
</form>
</section>`;
}

export function payPage(
  view: PayView,
  everyReader: Reader,
  {
    from = 1,
    haveEmailsEnded = false,
  }: {
    /** The first page to show of a very long document. */
    readonly from?: number;
    /** The reader has just stopped the emails. */
    readonly haveEmailsEnded?: boolean;
  } = {},
): Page {
  const reader = { ...everyReader, isTest: everyReader.isTest || view.isTest };
  const { say } = reader;
  const payUrl = view.status === 'awaiting_payment' ? view.payUrl : undefined;
  const heading = orderHeading(view, reader);
  const isAsking = payUrl !== undefined && view.addressChoice !== undefined;
  const { emails } = view;
  const news = emails !== undefined && emailsSection(emails, view.progress.path, haveEmailsEnded, reader);
  const isReviewed = payUrl !== undefined && view.progress.stage === 'unpaid';
  const name = html`<h1>${heading}</h1>
<p class="order-number">${say('Order {number}', { number: view.orderNumber })}</p>`;
  const price = html`<section class="price">
<h2>${say('Price')}</h2>
${orderBill(view, reader)}
</section>`;
  const content = html`${details(view, reader)}
${leaves(view, from, reader)}`;
  const toPay =
    payUrl !== undefined && (isUndecided(view) ? confirmation(view, reader) : payment(view, payUrl, reader));
  const body = isReviewed
    ? html`<div class="order">
<p class="status awaiting_payment">${say('Review your order')}</p>
${name}
<p class="lead">${say('This is what will be sent. Nothing is charged until you pay on the next page.')}</p>
${view.formPath !== undefined && html`<p class="actions"><a class="button quiet" href="${view.formPath}">${say('Change it')}</a></p>`}
${copyQuestion(view, reader)}
${isAsking && addressQuestion(view, reader)}
${warnings(view, true, reader)}
${content}
${news}
${origin(view, reader)}
</div>
<div class="side">
${price}
${toPay}
</div>`
    : html`<div class="order current">
${name}
${progress(view.progress, reader, view.formPath)}
${copyQuestion(view, reader)}
${isAsking && addressQuestion(view, reader)}
${warnings(view, payUrl !== undefined, reader)}
</div>
<div class="side">
${price}
${actions(view.progress, reader)}
${news}
${toPay}
</div>
<div class="order rest">
${content}
${origin(view, reader)}
</div>`;
  return page(
    {
      title: `${heading}: ${say(isReviewed ? 'Review your order' : statusOf(view.progress))}`,
      body,
      layout: 'review',
      formAction: isAsking || asksForCopy(view) || emails !== undefined,
      leadsTo: emails && payUrl,
      style: html`${payStyle(view.paper, reader)}${isAsking && addressStyle}`,
      images: view.proof !== undefined,
      orderNumber: view.orderNumber,
    },
    reader,
  );
}

function warnings(
  { warnings: all, addressChoice: choice, formPath }: PayView,
  isPayable: boolean,
  reader: Reader,
): Html | false {
  const { say } = reader;
  const others = withoutAddress(all, choice).filter(({ code }) => code !== 'same_order');
  const sentences = warningList(others, reader);
  if (sentences === false) return false;
  return html`<section class="warnings">
<h2>${say(isPayable ? 'Before you pay' : 'Please note')}</h2>
${sentences}
${isPayable && html`<p>${formPath === undefined ? say('If something is wrong, do not pay. Ask the person who sent you this link for a new one.') : say('If something is wrong, change it before you pay.')}</p>`}
</section>`;
}

/** The page that redirects to the payment: a person who approved the preview need not confirm it again. */
export function onToPayment(view: PayView, reader: Reader): Page {
  const { say } = reader;
  const { payUrl } = view;
  if (payUrl === undefined || isUndecided(view)) return payPage(view, reader);
  const title = say('On to the payment');
  const body = html`<p class="status awaiting_payment">${orderHeading(view, reader)}</p>
<h1>${title}</h1>
<p class="lead">${say('Nothing is charged until you pay there.')}</p>
<p class="actions"><a class="button" href="${payUrl}">${say('Pay {total}', { total: totalOf(view.price, view.country, reader) })}</a></p>
<p class="actions"><a class="way" href="${view.progress.path}">${say('Back to the order')}</a></p>`;
  const { headers, body: markup } = page(
    { title, body, orderNumber: view.orderNumber },
    { ...reader, isTest: reader.isTest || view.isTest },
  );
  return { body: markup, headers: { ...headers, refresh: `0; url=${payUrl}` } };
}

const isUndecided = (view: PayView): boolean => isUnconfirmed(view) || asksForCopy(view);

/** Replaces the button to pay until the questions are answered. */
function confirmation(view: PayView, reader: Reader): Html {
  const { say } = reader;
  const way = isUnconfirmed(view)
    ? html`<a class="button" href="#address">${say('Check the address first')}</a>`
    : html`<a class="button" href="#copy">${say('Send a second copy?')}</a>`;
  return html`<div class="bar"><p>${say('Total')} <b>${totalOf(view.price, view.country, reader)}</b></p>${way}</div>`;
}

function payment(view: PayView, payUrl: string, reader: Reader): Html {
  const { say, write, time } = reader;
  const { price, country, expiresAt, emails, progress } = view;
  const total = totalOf(price, country, reader);
  const words = say('Pay {total}', { total });
  const label = emails?.to.length === 0 ? say('E-mail me about this order') : say('E-mail me, too');
  // The button to pay sends the checkbox along.
  const tick =
    emails &&
    html`<form id="pay" class="tick" method="post" action="${`${progress.path}/emails`}">${hiddenFields({ token: emails.token })}
<label><input type="checkbox" name="emails" value="yes" aria-describedby="emails"${emails.isTicked && html` checked`}> ${label}</label></form>`;
  return html`<div class="bar">${tick}<p>${say('Total')} <b>${total}</b></p>${emails === undefined ? html`<a class="button" href="${payUrl}">${words}</a>` : html`<button class="button" form="pay" name="step" value="pay">${words}</button>`}</div>
<section class="next">
<h2>${say('What happens next')}</h2>
<ol>
<li>${write('The button opens {page}. Opening it charges nothing.', { page: html`<a href="${payUrl}">${say('the payment page')}</a>` })}</li>
<li>${reader.isTest ? say('You would be charged {total} only when you pay there.', { total }) : say('You’re charged {total} only when you pay there.', { total })}</li>
<li>${
    progress.sendOn === undefined
      ? say('We send it after you pay. Come back to this page to track it.')
      : say('It goes to print on {day}. Cancel by the end of the day before for a full refund.', {
          day: reader.date(progress.sendOn),
        })
  }</li>
</ol>
${expiresAt !== undefined && html`<p>${write('It can be paid until {time}. After that it expires and nothing is charged.', { time: time(expiresAt) })}</p>`}
<details><summary>${say('Good to know')}</summary>
${emails && html`<p id="emails">${say('If you tick “{label}”, we write to the e-mail address that you give on the payment page. Each e-mail has an unsubscribe link.', { label })}</p>`}
<p>${say('A payment just made can take a moment to arrive.')} <a href="">${say('Refresh')}</a></p>
</details>
</section>`;
}

function origin({ jobCreatedAt, contentHash, progress: { keptUntil } }: PayView, reader: Reader): Html {
  const { say, write, time, day } = reader;
  const fingerprint = html`<p>${say('Fingerprint of the content (SHA-256)')} <code>${contentHash}</code></p>`;
  return html`<footer>
<p>${write('Ordered {time}', { time: time(jobCreatedAt) })}</p>
${contentHash !== undefined && fingerprint}
${keptUntil !== undefined && html`<p>${write('We keep the document until {day}.', { day: day(keptUntil) })}</p>`}
</footer>`;
}
