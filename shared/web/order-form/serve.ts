/** Serves the order forms: the path names the product, and the button that the person pressed names the step. */
import { uploadUrl } from '../../domain/input/upload.ts';
import type { Job } from '../../domain/job/job.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { isDocumentRetained } from '../../orders/document.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { quote } from '../../orders/quote/quote.ts';
import { ask } from '../../orders/use-case.ts';
import { orderingScript } from '../../pages/built-scripts.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { isAddressZoneWarning } from '../../pages/order-form/preview.ts';
import { fieldsOf, type Inputs, type OrderForm } from '../../pages/order-form/shape.ts';
import { scriptPage } from '../../pages/page.ts';
import { productNamed } from '../../products/index.ts';
import { formOf, isFromOtherSite } from '../http/http-event.ts';
import { forHistory, type PageRequest, type SeeOther, type ServedPage } from '../http/page.ts';
import { cardsOf } from './prices.ts';
import { problemsOf } from './problems.ts';
import { formPage, type Ordering, placeOrder, previewOrder, withAddresses, withoutDocument } from './steps.ts';
import { attachmentIds, draftOf, type FileField, isFileField, keepDraft, typedIn, withCorrections } from './typed.ts';

export async function serveOrderForm(request: PageRequest): Promise<ServedPage | SeeOther> {
  const { script: version } = request.event.queryStringParameters ?? {};
  if (version !== undefined) return scriptPage(orderingScript(), version);
  const served = await pageFor(request);
  return 'seeOther' in served ? served : forHistory(served);
}

async function pageFor(request: PageRequest): Promise<ServedPage | SeeOther> {
  const { event, deps } = request;
  const lastSegment = event.rawPath.split('/').at(-1);
  if (lastSegment === 'new') {
    // Loaded here, because the forms themselves don't need it.
    const { productChoicePage } = await import('../../pages/home.ts');
    return productChoicePage(cardsOf(deps.settings.sold, request.caller.baseUrl, request.reader), request.reader);
  }
  const name = deps.settings.sold.find((each) => each === lastSegment);
  if (name === undefined) throw notFound();
  const nothingTyped: Ordering = { request, product: productNamed(name), typed: {} };
  // The limit allows the text of a 200-page fax, and a response that shows all of it again.
  const form = formOf(event, 1_000_000);
  // `again` and `from_job` are pay codes of earlier orders. `back` is an upload to which the person attached no file.
  const { again, back, upload = back, from_job } = event.queryStringParameters ?? {};
  if (form !== undefined) return runStep(form, nothingTyped);
  if (again !== undefined) return formOfOrder(nothingTyped, again);
  if (from_job !== undefined) return sendAgainPage(nothingTyped, from_job);
  // The URL may name an uploaded file, but no other field, because a link must not fill in the form.
  const typed = typedIn(orderForms[name], upload === undefined ? {} : { upload });
  return openForm({ ...nothingTyped, typed }, back !== undefined);
}

async function runStep(form: Readonly<Record<string, string>>, nothingTyped: Ordering): Promise<ServedPage | SeeOther> {
  const { request, product } = nothingTyped;
  if (isFromOtherSite(request.event, request.caller.baseUrl)) {
    // Another site may have sent this form without its visitor's knowledge.
    const message = request.reader.say(
      'Nothing was ordered: the form was sent by another site. Please fill it in here.',
    );
    const problems = { message, fields: {}, refused: new Refusal('invalid_request', message) };
    return formPage(nothingTyped, { problems });
  }
  const { step = '', drop, upload = '', attachments = '' } = form;
  const orderForm = orderForms[product.name];
  if (drop !== undefined) {
    const withoutFile = { ...form, upload: upload.replace(drop, ''), attachments: attachments.replace(drop, '') };
    return formPage({ request, product, typed: typedIn(orderForm, withoutFile) });
  }
  const ordering = { request, product, typed: typedIn(orderForm, step === 'correct' ? withCorrections(form) : form) };
  if (isFileField(step)) return attachStep(ordering, step);
  switch (step) {
    case 'address_page':
      return previewOrder({ ...ordering, typed: { ...ordering.typed, address_page: 'yes' } });
    case 'fit': {
      const fitted = { ...ordering, typed: { ...ordering.typed, fit_page: 'yes' } };
      return ordering.typed.upload === undefined ? previewOrder(fitted) : formWithFile(fitted);
    }
    case 'edit':
      return formPage(ordering);
    case 'read.to':
      return formWithAddress(ordering, 'to');
    case 'read.from':
      return formWithAddress(ordering, 'from');
    case 'pay':
      return placeOrder(ordering, { quoteId: form.quote_id ?? '', isAddressAccepted: form.accept_address === 'yes' });
    default:
      return previewOrder(ordering);
  }
}

/** Stores a draft of the form, and redirects to the page for attaching a file, which leads back to the form. */
async function attachStep(
  { request: { caller, deps }, product, typed }: Ordering,
  field: FileField,
): Promise<SeeOther> {
  if (product.paper === undefined) throw notFound();
  // Loaded here, because most orders have no file.
  const { uploadByPerson } = await import('../request-upload.ts');
  const { body } = await ask(uploadByPerson(product.name), deps, {}, caller);
  await keepDraft(deps, body.upload_id, { field, typed });
  return { seeOther: new URL(body.page_url).pathname };
}

/** The form with the values of an earlier order that was placed here. Anyone with the order's link can open it. */
export async function formOfOrder({ request, product }: Ordering, code: string): Promise<ServedPage> {
  const job = await jobByPayCode(request.deps, code);
  if (job.product !== product.name || job.isByHand !== true) throw notFound();
  const form = orderForms[product.name];
  // When the draft has been deleted, the order still has some of the fields.
  const draft = await draftOf(request.deps, job.id);
  return formPage({ request, product, typed: typedIn(form, draft?.typed ?? fieldsInOrder(form, job)) });
}

/** The form to send the document of an order again, perhaps to another address. Anyone with the order's link can open it. */
async function sendAgainPage({ request, product }: Ordering, code: string): Promise<ServedPage> {
  const job = await jobByPayCode(request.deps, code);
  if (job.product !== product.name || product.paper === undefined) throw notFound();
  const form = orderForms[product.name];
  const typed = typedIn(form, { ...fieldsInOrder(form, job), from_job: code });
  const ordering = { request, product, typed };
  return isDocumentRetained(job, request.deps.clock.now()) ? formPage(ordering) : withoutDocument(ordering);
}

/** The form's values, read from the order. A field's name is its path in the order, except for the special fields below. */
function fieldsInOrder(form: OrderForm, { order }: Job): Inputs {
  const valueAt = (path: string): unknown => {
    let value: unknown = order;
    for (const key of path.split('.')) value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
    return value;
  };
  const nameOf = (side: string) =>
    [valueAt(`${side}.firstName`), valueAt(`${side}.lastName`)].filter(Boolean).join(' ');
  const number = `${valueAt('number') ?? ''}`;
  const special: Inputs = { 'to.name': nameOf('to'), 'from.name': nameOf('from'), to_number: number };
  return Object.fromEntries(
    fieldsOf(form).map(({ name }) => {
      const value = special[name] ?? valueAt(name);
      if (value === true) return [name, 'yes'];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
}

/**
 * The form as a person first sees it, or again after attaching a file. `isBack`: the person went back without attaching it.
 * A file that replaces the text is quoted right away.
 */
export async function openForm({ request, product, typed: { upload } }: Ordering, isBack = false): Promise<ServedPage> {
  if (upload === undefined || product.paper === undefined) return formPage({ request, product, typed: {} });
  const { field, typed: before } = (await draftOf(request.deps, upload)) ?? { field: 'upload', typed: {} };
  const value = field === 'attachments' ? [...attachmentIds(before), upload].join(' ') : upload;
  const typed = typedIn(orderForms[product.name], isBack ? before : { ...before, [field]: value });
  if (typed.upload === undefined || field !== 'upload') return formPage({ request, product, typed });
  return formWithFile({ request, product, typed });
}

/** The form with the page count of the uploaded file, or with a problem if we can't print the file. */
async function formWithFile({ request, product, typed }: Ordering): Promise<ServedPage> {
  const { deps, caller, reader } = request;
  const { upload = '', ...withoutFile } = typed;
  try {
    const quoteRequest = {
      // The form uses only the pages of this quote and a warning about them, which are the same for both countries.
      country: 'US',
      pdf_url: uploadUrl(caller.baseUrl, upload),
      fit_page: typed.fit_page === 'yes',
    };
    const { body } = await ask(quote(product), deps, quoteRequest, caller);
    const quoteId = String(body.quote_id);
    const needsAddressPage = (await deps.quotes.get(quoteId))?.warnings.some(isAddressZoneWarning) === true;
    const quoted = { quoteId, pages: Number(body.pages), needsAddressPage };
    return formPage({ request, product, typed }, { quoted });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = problemsOf(error, product, reader);
    const isUnusable = error.code === 'content_refused' && problems.fit === undefined;
    return formPage({ request, product, typed: isUnusable ? withoutFile : typed }, { problems });
  }
}

/** Reads the pasted addresses into their fields, and shows the form again, scrolled to the address of one side. */
export async function formWithAddress(ordering: Ordering, focusOn: 'to' | 'from'): Promise<ServedPage> {
  const { typed, unreadable } = await withAddresses(ordering.typed, ordering.request.reader);
  return formPage({ ...ordering, typed }, { problems: unreadable, focusOn });
}
