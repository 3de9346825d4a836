/** The steps of ordering by hand: a form, a file for it, a preview with its price, and the order. */
import { uploadKey, uploadUrl } from '../../domain/input/upload.ts';
import type { Job } from '../../domain/job/job.ts';
import type { Product } from '../../domain/product.ts';
import { invalid, notFound, Refusal } from '../../domain/refusal.ts';
import { bankAccountPage } from '../../orders/bank-accounts/register-bank-account.ts';
import { createJob } from '../../orders/create/create-job.ts';
import { isDocumentRetained } from '../../orders/document.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { quote } from '../../orders/quote/quote.ts';
import { ask } from '../../orders/use-case.ts';
import { pasted } from '../../pages/order-form/address.ts';
import { type LookedAtFile, orderForm } from '../../pages/order-form/form.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { orderAgain, orderPreview, standsInWindows } from '../../pages/order-form/preview.ts';
import { fieldsOf, type Typed } from '../../pages/order-form/shape.ts';
import { previewJob } from '../../pages/views/preview-job.ts';
import type { PageRequest, SeeOther, ServedPage } from '../http/page.ts';
import { pagesPrice, surcharges } from './prices.ts';
import { type FormProblems, problemsIn, problemsOf, wordsFor } from './problems.ts';
import { attachedIn, draftOf, type FileField, keepDraft, requestsOf, shownAgain, typedIn } from './typed.ts';

export interface Ordering {
  readonly request: PageRequest;
  readonly product: Product;
  readonly typed: Typed;
}

/** Few orders are made again, and the form starts without it. */
const sendAgain = () => import('./send-again.ts');

/** The page of a ticket, which leads back here. What was typed waits beside the ticket. */
export async function attachStep(
  { request: { caller, deps }, product, typed }: Ordering,
  field: FileField,
): Promise<SeeOther> {
  if (product.paper === undefined) throw notFound();
  // Most orders have no file.
  const { uploadByPerson } = await import('../request-upload.ts');
  const { body } = await ask(uploadByPerson(undefined, product.name), deps, {}, caller);
  await keepDraft(deps, body.upload_id, { field, typed });
  return { seeOther: new URL(body.page_url).pathname };
}

/** The form as it was filled in for an order, for anyone with the link of its page. */
export async function formOfOrder({ request, product }: Ordering, code: string): Promise<ServedPage> {
  const job = await jobByPayCode(request.deps, code);
  if (job.product !== product.name || job.isByHand !== true) throw notFound();
  const form = orderForms[product.name];
  // Once the draft is deleted, the order still has a part of the fields.
  const draft = await draftOf(request.deps, job.id);
  return formPage({
    request,
    product,
    typed: typedIn(form, draft?.typed ?? (await sendAgain()).fieldsInOrder(form, job)),
  });
}

/** The form for the document of an order, with its addresses to change. Anyone with the link of its page can see both. */
export async function sendAgainPage({ request, product }: Ordering, code: string): Promise<ServedPage> {
  const job = await jobByPayCode(request.deps, code);
  if (job.product !== product.name || product.paper === undefined) throw notFound();
  const form = orderForms[product.name];
  const typed = typedIn(form, { ...(await sendAgain()).fieldsInOrder(form, job), from_job: code });
  const ordering = { request, product, typed };
  return isDocumentRetained(job, request.deps.clock.now()) ? formPage(ordering) : withoutDocument(ordering);
}

/** The form for other content, with all that was typed. */
function withoutDocument({ request, product, typed: { from_job: _, ...typed } }: Ordering): Promise<ServedPage> {
  const message = request.reader.say(
    'We don’t have the document of that order any more. Please write it again, or attach the file.',
  );
  const problems = { message, fields: {}, refused: invalid('from_job', 'is not kept.') };
  return formPage({ request, product, typed }, problems);
}

const earlierOf = async ({ request, typed }: Ordering): Promise<Job | undefined> =>
  typed.from_job === undefined ? undefined : jobByPayCode(request.deps, typed.from_job);

/** The form as it was left for a file: with the file, or `isBack` without it. One in place of a text is read at once. */
export async function firstPage(
  { request, product, typed: { upload } }: Ordering,
  isBack = false,
): Promise<ServedPage> {
  if (upload === undefined || product.paper === undefined) return formPage({ request, product, typed: {} });
  const { field, typed: before } = (await draftOf(request.deps, upload)) ?? { field: 'upload', typed: {} };
  const added = field === 'attachments' ? [...attachedIn(before), upload].join(' ') : upload;
  const typed = typedIn(orderForms[product.name], isBack ? before : { ...before, [field]: added });
  if (typed.upload === undefined || field !== 'upload') return formPage({ request, product, typed });
  return fileLookedAt({ request, product, typed });
}

/** The file, or those behind the text, as they are on the sheet. */
export const fittedPage = ({ typed, ...ordering }: Ordering): Promise<ServedPage> => {
  const fitted = { ...ordering, typed: { ...typed, fit_page: 'yes' } };
  return typed.upload === undefined ? preview(fitted) : fileLookedAt(fitted);
};

async function fileLookedAt({ request, product, typed }: Ordering): Promise<ServedPage> {
  const { deps, caller, reader } = request;
  const { upload = '', ...others } = typed;
  try {
    const quoteRequest = {
      country: 'US',
      pdf_url: uploadUrl(caller.baseUrl, upload),
      fit_page: typed.fit_page === 'yes',
    };
    const { body } = await ask(quote(product), deps, quoteRequest, caller);
    const quoted = await deps.quotes.get(String(body.quote_id));
    const isApart = quoted?.warnings.some(standsInWindows) === true;
    const file = { quoteId: String(body.quote_id), pages: Number(body.pages), isApart };
    return formPage({ request, product, typed }, undefined, file);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = problemsOf(error, product, reader);
    const isLost = error.code === 'content_refused' && problems.fit === undefined;
    return formPage({ request, product, typed: isLost ? others : typed }, problems);
  }
}

export async function formPage(
  { request, product, typed }: Ordering,
  problems?: FormProblems,
  quoted?: LookedAtFile,
  landsOn?: 'to' | 'from',
): Promise<ServedPage> {
  const { event, deps, caller, reader } = request;
  const tickets = [typed.upload, ...attachedIn(typed)].filter((id) => id !== undefined);
  const named = tickets.map(async (id) => [id, await deps.documents.nameOf(uploadKey(id))] as const);
  const names = Object.fromEntries((await Promise.all(named)).flatMap(([id, name]) => (name ? [[id, name]] : [])));
  const earlier = await earlierOf({ request, product, typed });
  // A document that is sent again has its page in front already.
  const hasFront = fieldsOf(orderForms[product.name]).some(
    ({ name, isInFront }) => isInFront && (typed[name] ?? '').trim() !== '',
  );
  const pages = earlier?.content?.pages ?? (quoted?.pages ?? 1) + Number(hasFront || quoted?.isApart === true);
  const view = {
    form: orderForms[product.name],
    action: event.rawPath,
    choice: event.rawPath.replace(/\/[^/]*$/, ''),
    quotes: `${new URL(caller.baseUrl).pathname}/${product.name === 'letter' ? '' : `${product.name}-`}quotes`,
    uploads: `${caller.baseUrl}/uploads`,
    paper: product.paper,
    registration: new URL(bankAccountPage(caller.baseUrl)).pathname,
    file: typed.upload === undefined ? undefined : { id: typed.upload, quoted },
    attached: attachedIn(typed),
    again: earlier && (await sendAgain()).againOf(earlier, request),
    names,
    sendsEmail: deps.settings.sendsEmail,
    total: { pages, price: pagesPrice(product, typed, pages, reader) },
    surcharges: surcharges(product, reader, orderForms[product.name].placeOf(typed).country),
    landsOn,
    values: shownAgain(orderForms[product.name], typed),
    problems,
  };
  return { ...orderForm(view, reader), refused: problems?.refused };
}

export async function preview(unreadOrdering: Ordering, isRenewed = false): Promise<ServedPage> {
  const { request, product } = unreadOrdering;
  const { event, deps, caller, reader } = request;
  const { typed, unread } = await withAddresses(unreadOrdering.typed, reader);
  const ordering = { ...unreadOrdering, typed };
  const found = problemsIn(product, typed, reader);
  if (found !== undefined || unread !== undefined) {
    const problems = { ...(found ?? unread), fields: { ...found?.fields, ...unread?.fields } } as FormProblems;
    const { fields = {}, ...others } = (await problemsOfContent(ordering)) ?? {};
    return formPage(ordering, { ...others, ...problems, fields: { ...fields, ...problems.fields } });
  }
  try {
    const earlier = await earlierOf(ordering);
    const { quote: quoteRequest, job } = requestsOf(product, typed, { ...caller, newsIn: newsIn(request), earlier });
    const { body } = await ask(quote(product), deps, quoteRequest, caller);
    const quoteId = String(body.quote_id);
    const { body: view } = await ask(previewJob(product), deps, { quote_id: quoteId, ...job }, caller);
    return orderPreview({ ...view, action: event.rawPath, quoteId, values: typed, isRenewed }, reader);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.field === 'from_job'
      ? withoutDocument(ordering)
      : formPage(ordering, problemsOf(error, product, reader));
  }
}

/** The faults of the text, reported together with all other faults. */
async function problemsOfContent({ request, product, typed }: Ordering): Promise<FormProblems | undefined> {
  const { deps, caller, reader } = request;
  if (product.paper === undefined || typed.from_job !== undefined) return undefined;
  const { quote: quoteRequest } = requestsOf(product, typed, caller);
  try {
    await ask(quote(product), deps, { ...quoteRequest, country: 'US' }, caller);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal)
      return error.code === 'content_refused' ? problemsOf(error, product, reader) : undefined;
    throw error;
  }
}

const newsIn = ({ deps, reader }: PageRequest) => (deps.settings.sendsEmail ? reader.language : undefined);

/** Creates one job from one preview: the quote's id is the idempotency key, so a double click gets the first job. */
export async function place(
  ordering: Ordering,
  approved: { readonly quoteId: string; readonly isAddressAccepted: boolean },
): Promise<ServedPage | SeeOther> {
  const { quoteId } = approved;
  const { request, product, typed } = ordering;
  const { event, deps, caller, reader } = request;
  try {
    const earlier = await earlierOf(ordering);
    const { job } = requestsOf(product, typed, { ...approved, ...caller, newsIn: newsIn(request), earlier });
    const jobRequest = { quote_id: quoteId, idempotency_key: quoteId, ...job };
    const { body } = await ask(createJob(product), deps, jobRequest, { ...caller, isByHand: true });
    // The holder of the order's link may see the draft, but not the writer's email, nor draw on the account.
    const { email: _, bank_account: __, ...forLinkHolders } = typed;
    await keepDraft(deps, String(body.job_id), { field: 'upload', typed: forLinkHolders });
    return { seeOther: `${new URL(String(body.pay_url)).pathname}?on=payment` };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The price is no longer held, or something changed since the preview.
    const needsNewQuote = [
      'quote_unknown',
      'quote_content_mismatch',
      'country_mismatch',
      'content_refused',
      'idempotency_key_reused',
    ].includes(error.code);
    if (needsNewQuote) return preview(ordering, true);
    // The same order may be taken a little later.
    const mayPass = ['in_progress', 'unavailable', 'rate_limited', 'html_unavailable'].includes(error.code);
    if (!mayPass) return formPage(ordering, problemsOf(error, product, reader));
    const again = { action: event.rawPath, quoteId, values: typed, problem: wordsFor(error, reader) };
    return { ...orderAgain(again, reader), refused: error };
  }
}

const sides = ['to', 'from'] as const;

/** The input, with the fields of each address that was written in one text; and the texts that are no address. */
async function withAddresses(typed: Typed, { say, sayKnown }: PageRequest['reader']) {
  const filled: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const side of sides) {
    const field = `${side}.${pasted}`;
    const text = typed[field] ?? '';
    if (text.trim() === '') continue;
    // The form starts without the reader.
    const { readWrittenAddress } = await import('../../domain/addresses/written-address.ts');
    const read = readWrittenAddress(text);
    if ('problem' in read) {
      faults[field] = say(
        'We can’t read this address: {problem}. Write it like this, in one line or several: {example}',
        { problem: sayKnown(read.problem), example: read.example },
      );
      continue;
    }
    for (const [name, value = ''] of Object.entries({ companyName: '', addressLine2: '', ...read }))
      filled[`${side}.${name}`] = name === 'countryCode' ? '' : value;
    filled[field] = '';
  }
  const [first] = Object.keys(faults);
  const refused = first === undefined ? undefined : invalid(first, 'cannot be read.');
  return { typed: { ...typed, ...filled }, unread: refused && { fields: faults, refused } };
}

/** The form again, at the address that was read. */
export async function readStep(ordering: Ordering, landsOn: 'to' | 'from'): Promise<ServedPage> {
  const { typed, unread } = await withAddresses(ordering.typed, ordering.request.reader);
  return formPage({ ...ordering, typed }, unread, undefined, landsOn);
}
