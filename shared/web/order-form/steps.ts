/** The steps of ordering on the web: the form, the preview with its price, and placing the order. */
import { uploadKey } from '../../domain/input/upload.ts';
import type { Job } from '../../domain/job/job.ts';
import type { Product } from '../../domain/product.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { bankAccountPage } from '../../orders/bank-accounts/register-bank-account.ts';
import { createJob } from '../../orders/create/create-job.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { progressOf } from '../../orders/follow/progress.ts';
import { quote } from '../../orders/quote/quote.ts';
import { ask } from '../../orders/use-case.ts';
import { pastedName } from '../../pages/order-form/address.ts';
import { type FileWithQuote, orderForm } from '../../pages/order-form/form.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { orderPreview, retryOrderPage } from '../../pages/order-form/preview.ts';
import { fieldsOf, type Inputs } from '../../pages/order-form/shape.ts';
import { statusSentences } from '../../pages/progress.ts';
import { previewJob } from '../../pages/views/preview-job.ts';
import type { PageRequest, SeeOther, ServedPage } from '../http/page.ts';
import { pagesPrice, surcharges } from './prices.ts';
import { type FormProblems, messageFor, problemsIn, problemsOf } from './problems.ts';
import { attachmentIds, keepDraft, repeatableValues, requestsOf } from './typed.ts';

export interface Ordering {
  readonly request: PageRequest;
  readonly product: Product;
  readonly typed: Inputs;
}

/** The form with everything that the person typed, but without the document of the earlier order. */
export function withoutDocument({ request, product, typed: { from_job: _, ...typed } }: Ordering): Promise<ServedPage> {
  const message = request.reader.say(
    'We no longer have the document of that order. Please write it again, or attach the file.',
  );
  const problems = { message, fields: {}, refused: invalid('from_job', 'is not kept.') };
  return formPage({ request, product, typed }, { problems });
}

const earlierOrder = async ({ request, typed }: Ordering): Promise<Job | undefined> =>
  typed.from_job === undefined ? undefined : jobByPayCode(request.deps, typed.from_job);

/** `focusOn`: the side whose address we just read. The page moves the focus there, and shows no summary of problems. */
export async function formPage(
  { request, product, typed }: Ordering,
  shown: Readonly<{ problems?: FormProblems | undefined; quoted?: FileWithQuote; focusOn?: 'to' | 'from' }> = {},
): Promise<ServedPage> {
  const { problems, quoted, focusOn } = shown;
  const { event, deps, caller, reader } = request;
  const uploadIds = [typed.upload, ...attachmentIds(typed)].filter((id) => id !== undefined);
  const named = uploadIds.map(async (id) => [id, await deps.documents.nameOf(uploadKey(id))] as const);
  const fileNames = Object.fromEntries((await Promise.all(named)).flatMap(([id, name]) => (name ? [[id, name]] : [])));
  const earlier = await earlierOrder({ request, product, typed });
  const hasFrontPage = fieldsOf(orderForms[product.name]).some(
    ({ name, addsFrontPage }) => addsFrontPage && (typed[name] ?? '').trim() !== '',
  );
  // A document that is sent again includes its front page already.
  const pages = earlier?.content?.pages ?? (quoted?.pages ?? 1) + (hasFrontPage || quoted?.needsAddressPage ? 1 : 0);
  const view = {
    form: orderForms[product.name],
    action: event.rawPath,
    choicePath: event.rawPath.replace(/\/[^/]*$/, ''),
    quotesPath: `${new URL(caller.baseUrl).pathname}/${product.name === 'letter' ? '' : `${product.name}-`}quotes`,
    uploadsUrl: `${caller.baseUrl}/uploads`,
    paper: product.paper,
    registrationPath: new URL(bankAccountPage(caller.baseUrl)).pathname,
    file: typed.upload === undefined ? undefined : { id: typed.upload, quoted },
    attachmentIds: attachmentIds(typed),
    earlierOrder: earlier && earlierOrderView(earlier, request),
    fileNames,
    sendsEmail: deps.settings.sendsEmail,
    total: { pages, price: pagesPrice(product, typed, pages, reader) },
    surcharges: surcharges(product, reader, orderForms[product.name].placeOf(typed).country),
    focusOn,
    values: repeatableValues(orderForms[product.name], typed),
    problems,
  };
  return { ...orderForm(view, reader), refused: problems?.refused };
}

/** The form's view of the order whose document is sent again. */
function earlierOrderView(job: Job, { deps, reader }: PageRequest) {
  const progress = progressOf(job, deps.clock.now());
  const { now, next } = statusSentences(progress, reader);
  const { orderNumber, path } = progress;
  return { payCode: job.payCode, orderNumber, path, reason: [now, ...next].join(' ') };
}

/** The preview with its price, or the form with its problems. `isRenewed`: it replaces a preview that is no longer valid. */
export async function previewOrder(input: Ordering, isRenewed = false): Promise<ServedPage> {
  const { request, product } = input;
  const { event, deps, caller, reader } = request;
  const { typed, unreadable } = await withAddresses(input.typed, reader);
  const ordering = { ...input, typed };
  const problems = problemsIn(product, typed, reader);
  if (problems !== undefined || unreadable !== undefined) {
    const contentProblems = await problemsOfContent(ordering);
    const fields = { ...contentProblems?.fields, ...problems?.fields, ...unreadable?.fields };
    return formPage(ordering, { problems: { ...contentProblems, ...unreadable, ...problems, fields } as FormProblems });
  }
  try {
    const earlier = await earlierOrder(ordering);
    const language = emailLanguage(request);
    const { quote: quoteRequest, job } = requestsOf(product, typed, { ...caller, language, earlier });
    const { body } = await ask(quote(product), deps, quoteRequest, caller);
    const quoteId = String(body.quote_id);
    const { body: view } = await ask(previewJob(product), deps, { quote_id: quoteId, ...job }, caller);
    return orderPreview({ ...view, action: event.rawPath, quoteId, values: typed, isRenewed }, reader);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.field === 'from_job'
      ? withoutDocument(ordering)
      : formPage(ordering, { problems: problemsOf(error, product, reader) });
  }
}

/** The problems with the content, which the page shows together with those of the fields. */
async function problemsOfContent({ request, product, typed }: Ordering): Promise<FormProblems | undefined> {
  const { deps, caller, reader } = request;
  if (product.paper === undefined || typed.from_job !== undefined) return undefined;
  const { quote: quoteRequest } = requestsOf(product, typed, caller);
  try {
    // The recipient's country may still be missing or wrong, and does not affect the content.
    await ask(quote(product), deps, { ...quoteRequest, country: 'US' }, caller);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal)
      return error.code === 'content_refused' ? problemsOf(error, product, reader) : undefined;
    throw error;
  }
}

const emailLanguage = ({ deps, reader }: PageRequest) => (deps.settings.sendsEmail ? reader.language : undefined);

/** Creates one job from one preview. The quote's id is the idempotency key, so a double click returns the first job. */
export async function placeOrder(
  ordering: Ordering,
  approved: { readonly quoteId: string; readonly isAddressAccepted: boolean },
): Promise<ServedPage | SeeOther> {
  const { quoteId } = approved;
  const { request, product, typed } = ordering;
  const { event, deps, caller, reader } = request;
  try {
    const earlier = await earlierOrder(ordering);
    const { job } = requestsOf(product, typed, { ...approved, ...caller, language: emailLanguage(request), earlier });
    const jobRequest = { quote_id: quoteId, idempotency_key: quoteId, ...job };
    const { body } = await ask(createJob(product), deps, jobRequest, { ...caller, usesOrderForm: true });
    // Anyone with the order's link can open the draft, so it has no email address and no bank account.
    const { email: _, bank_account: __, ...shareable } = typed;
    await keepDraft(deps, String(body.job_id), { field: 'upload', typed: shareable });
    return { seeOther: `${new URL(String(body.pay_url)).pathname}?on=payment` };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The quote has expired, or something has changed since the preview.
    const needsNewQuote = [
      'quote_unknown',
      'quote_content_mismatch',
      'country_mismatch',
      'content_refused',
      'idempotency_key_reused',
    ].includes(error.code);
    if (needsNewQuote) return previewOrder(ordering, true);
    // The same request may succeed a little later.
    const isTemporary = ['in_progress', 'unavailable', 'rate_limited', 'html_unavailable'].includes(error.code);
    if (!isTemporary) return formPage(ordering, { problems: problemsOf(error, product, reader) });
    const values: Inputs = approved.isAddressAccepted ? { ...typed, accept_address: 'yes' } : typed;
    const retry = { action: event.rawPath, quoteId, values, problem: messageFor(error, reader) };
    return { ...retryOrderPage(retry, reader), refused: error };
  }
}

/** Fills in the fields of each address that the person pasted as one text. `unreadable`: the problems with the others. */
export async function withAddresses(typed: Inputs, { say, translate }: PageRequest['reader']) {
  const filled: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const side of ['to', 'from']) {
    const field = `${side}.${pastedName}`;
    const text = typed[field] ?? '';
    if (text.trim() === '') continue;
    // Loaded here, because an empty form doesn't need it.
    const { readWrittenAddress, splitUnit } = await import('../../domain/addresses/written-address.ts');
    const read = readWrittenAddress(text);
    if ('problem' in read) {
      faults[field] = say(
        'We can’t read this address: {problem}. Write it like this, on one line or several: {example}',
        { problem: translate(read.problem), example: read.example },
      );
      continue;
    }
    const lines = read.addressLine2 === undefined ? splitUnit(read.addressLine1) : {};
    // The form infers the country from the state and the postal code, which the person may still edit.
    for (const [name, value = ''] of Object.entries({ companyName: '', addressLine2: '', ...read, ...lines }))
      filled[`${side}.${name}`] = name === 'countryCode' ? '' : value;
    filled[field] = '';
  }
  const [first] = Object.keys(faults);
  const refused = first === undefined ? undefined : invalid(first, 'cannot be read.');
  return { typed: { ...typed, ...filled }, unreadable: refused && { fields: faults, refused } };
}
