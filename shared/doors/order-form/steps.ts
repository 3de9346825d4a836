/** The steps of ordering by hand: a form, a file for it, a preview with its price, and the order. */
import type { Typed } from '../../core/fields/order-form.ts';
import { uploadUrl } from '../../core/given/upload.ts';
import type { Product } from '../../core/product.ts';
import type { ProductName } from '../../core/product-names.ts';
import { notFound, Refusal } from '../../core/refusal.ts';
import { orderForm } from '../../pages/order-form/form.ts';
import { orderAgain, orderPreview, standsInWindows } from '../../pages/order-form/preview.ts';
import { bankAccountPage } from '../../usecases/bank-accounts/find-bank-account.ts';
import { createJob } from '../../usecases/jobs/create-job.ts';
import { previewJob } from '../../usecases/preview/preview-job.ts';
import { quote } from '../../usecases/quote/quote.ts';
import { uploadByPerson } from '../../usecases/uploads/request-upload.ts';
import { ask } from '../../usecases/use-case.ts';
import type { PageRequest, SeeOther, ServedPage } from '../http/page.ts';
import { optionPrices, priceOfOne } from './prices.ts';
import { type FormProblems, problemsIn, problemsOf, wordsFor } from './problems.ts';
import { requestsOf, shownAgain } from './typed.ts';

export interface Ordering {
  readonly request: PageRequest;
  readonly product: Product;
  readonly typed: Typed;
}

/** The page of a ticket, which leads back here. */
export async function attachStep({ request: { caller, deps }, product }: Ordering): Promise<SeeOther> {
  if (product.paper === undefined) throw notFound();
  const { body } = await ask(uploadByPerson(undefined, product.name), deps, {}, caller);
  return { seeOther: new URL(body.page_url).pathname };
}

/** The form; with a file that was attached for it, and that is read before anything is typed. */
export async function firstPage({ request, product, typed: { upload } }: Ordering): Promise<ServedPage> {
  const { deps, caller, reader } = request;
  if (upload === undefined || product.paper === undefined) return formPage({ request, product, typed: {} });
  try {
    const asked = { country: 'US', pdf_url: uploadUrl(caller.baseUrl, upload) };
    const { body } = await ask(quote(product), deps, asked, caller);
    const quoted = await deps.quotes.get(String(body.quote_id));
    const address_page = quoted?.warnings.some(standsInWindows) ? 'yes' : '';
    return formPage({ request, product, typed: { upload, address_page } }, undefined, Number(body.pages));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const typed: Typed = error.code === 'content_refused' ? {} : { upload };
    return formPage({ request, product, typed }, problemsOf(error, product, reader));
  }
}

export function formPage({ request, product, typed }: Ordering, problems?: FormProblems, pages?: number): ServedPage {
  const { event, deps, caller, reader } = request;
  const view = {
    form: product.form,
    action: event.rawPath,
    choice: event.rawPath.replace(/\/[^/]*$/, ''),
    quotes: quotesPath(product.name, caller.baseUrl),
    registration: new URL(bankAccountPage(caller.baseUrl)).pathname,
    file: typed.upload === undefined ? undefined : { id: typed.upload, pages },
    sendsEmail: deps.settings.sendsEmail,
    price: priceOfOne(product, {}, reader),
    prices: optionPrices(product, reader),
    values: shownAgain(product.form, typed),
    problems,
  };
  return { ...orderForm(view, reader), refused: problems?.refused };
}

/** `/v1/quotes`, `/v1/fax-quotes` */
const quotesPath = (product: ProductName, baseUrl: string): string =>
  `${new URL(baseUrl).pathname}/${product === 'letter' ? '' : `${product}-`}quotes`;

export async function preview(ordering: Ordering, isRenewed = false): Promise<ServedPage> {
  const { request, product, typed } = ordering;
  const { event, deps, caller, reader } = request;
  const problems = problemsIn(product, typed, reader);
  if (problems !== undefined) return formPage(ordering, problems);
  try {
    const { quote: quoteRequest, job } = requestsOf(product, typed, { ...caller, newsIn: newsIn(request) });
    const { body } = await ask(quote(product), deps, quoteRequest, caller);
    const quoteId = String(body.quote_id);
    const { body: shown } = await ask(previewJob(product), deps, { quote_id: quoteId, ...job }, caller);
    return orderPreview({ ...shown, action: event.rawPath, quoteId, values: typed, isRenewed }, reader);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return formPage(ordering, problemsOf(error, product, reader));
  }
}

const newsIn = ({ deps, reader }: PageRequest) => (deps.settings.sendsEmail ? reader.language : undefined);

/** The order as its preview showed it, and whether that asked for a confirmation of the address. */
interface Approved {
  readonly quoteId: string;
  readonly isAddressAccepted: boolean;
}

/** One preview becomes one job: the quote's id is the idempotency key, so a double click finds the first. */
export async function place(ordering: Ordering, approved: Approved): Promise<ServedPage | SeeOther> {
  const { quoteId } = approved;
  const { request, product, typed } = ordering;
  const { event, deps, caller, reader } = request;
  try {
    const { job } = requestsOf(product, typed, { ...approved, ...caller, newsIn: newsIn(request) });
    const asked = { quote_id: quoteId, idempotency_key: quoteId, ...job };
    const { body } = await ask(createJob(product), deps, asked, caller);
    return { seeOther: new URL(String(body.pay_url)).pathname };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (needsNewQuote.has(error.code)) return preview(ordering, true);
    if (error.code === 'invalid_request') return formPage(ordering, problemsOf(error, product, reader));
    const again = { action: event.rawPath, quoteId, values: typed, problem: wordsFor(error, reader) };
    return { ...orderAgain(again, reader), refused: error };
  }
}

/** The price is no longer held, or something changed since it was shown. */
const needsNewQuote: ReadonlySet<string> = new Set([
  'quote_unknown',
  'quote_content_mismatch',
  'country_mismatch',
  'content_refused',
  'idempotency_key_reused',
]);
