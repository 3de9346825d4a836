/** Ordering by hand: finds what is ordered by the path, and the step by the button that was pressed. */
import { notFound, Refusal } from '../../domain/refusal.ts';
import { orderingScript } from '../../pages/built-scripts.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { scriptPage } from '../../pages/page.ts';
import { productNamed } from '../../products/index.ts';
import { formOf, isFromOtherSite } from '../http/http-event.ts';
import type { PageRequest, SeeOther, ServedPage } from '../http/page.ts';
import { cardsOf } from './prices.ts';
import {
  attachStep,
  firstPage,
  fittedPage,
  formOfOrder,
  formPage,
  type Ordering,
  place,
  preview,
  readStep,
  sendAgainPage,
} from './steps.ts';
import { corrected, isFileField, typedIn } from './typed.ts';

/** Browsers may keep the page for a while, so that going back shows what was typed. */
export async function serveOrderForm(request: PageRequest): Promise<ServedPage | SeeOther> {
  const { script: version } = request.event.queryStringParameters ?? {};
  if (version !== undefined) return scriptPage(orderingScript(), version);
  const served = await pageFor(request);
  if ('seeOther' in served) return served;
  return { ...served, headers: { ...served.headers, 'cache-control': 'private, no-cache' } };
}

async function pageFor(request: PageRequest): Promise<ServedPage | SeeOther> {
  const { event, deps } = request;
  const last = event.rawPath.split('/').at(-1);
  if (last === 'new') {
    // The forms start without it.
    const { orderChoice } = await import('../../pages/home.ts');
    return orderChoice(cardsOf(deps.settings.sold, request.caller.baseUrl, request.reader), request.reader);
  }
  const name = deps.settings.sold.find((each) => each === last);
  if (name === undefined) throw notFound();
  const nothingTyped: Ordering = { request, product: productNamed(name), typed: {} };
  // A fax of 200 pages fits, and what is typed fits into the answer again, whatever it is.
  const form = formOf(event, 1_000_000);
  const { again, back, upload = back, from_job } = event.queryStringParameters ?? {};
  if (form === undefined && again !== undefined) return formOfOrder(nothingTyped, again);
  if (form === undefined && from_job !== undefined) return sendAgainPage(nothingTyped, from_job);
  if (form !== undefined) return stepOf(form, nothingTyped);
  // Nothing but the ticket of a file comes by the address: no link fills in a form.
  const typed = typedIn(orderForms[name], upload === undefined ? {} : { upload });
  return firstPage({ ...nothingTyped, typed }, back !== undefined);
}

async function stepOf(form: Readonly<Record<string, string>>, nothingTyped: Ordering): Promise<ServedPage | SeeOther> {
  const { request, product } = nothingTyped;
  if (isFromOtherSite(request.event, request.caller.baseUrl)) {
    // Another site may have sent the form in its reader's name.
    const message = request.reader.say(
      'Nothing was ordered: the form was sent by another site. Please fill it in here.',
    );
    return formPage(nothingTyped, { message, fields: {}, refused: new Refusal('invalid_request', message) });
  }
  const ordering = {
    request,
    product,
    typed: typedIn(orderForms[product.name], form.step === 'correct' ? corrected(form) : form),
  };
  const { step = '', drop } = form;
  if (drop !== undefined) {
    // All that was typed, but for one file.
    const rest = Object.entries(ordering.typed).flatMap(([name, value]) => {
      if (!isFileField(name)) return [[name, value]];
      const others = value.split(' ').filter((id) => id !== drop);
      return others.length === 0 ? [] : [[name, others.join(' ')]];
    });
    return formPage({ ...ordering, typed: Object.fromEntries(rest) });
  }
  if (isFileField(step)) return attachStep(ordering, step);
  switch (step) {
    case 'address_page':
      return preview({ ...ordering, typed: { ...ordering.typed, address_page: 'yes' } });
    case 'fit':
      return fittedPage(ordering);
    case 'edit':
      return formPage(ordering);
    case 'read.to':
      return readStep(ordering, 'to');
    case 'read.from':
      return readStep(ordering, 'from');
    case 'pay':
      return place(ordering, { quoteId: form.quote_id ?? '', isAddressAccepted: form.accept_address === 'yes' });
    default:
      return preview(ordering);
  }
}
