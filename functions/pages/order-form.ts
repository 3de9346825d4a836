/** GET /v1/new; GET and POST /v1/new/letter, /v1/new/check and /v1/new/fax: ordering by hand. No cookie, and no script that is needed. */

import type { Typed } from '../../shared/core/fields/order-form.ts';
import { uploadUrl } from '../../shared/core/given/upload.ts';
import type { Product, ProductName } from '../../shared/core/product.ts';
import { notFound, Refusal } from '../../shared/core/refusal.ts';
import { formOf, type HttpEvent } from '../../shared/doors/http/http-event.ts';
import { isFromOtherSite } from '../../shared/doors/http/own-site.ts';
import { type PageRequest, pageEndpoint, type SeeOther, type Served } from '../../shared/doors/http/page.ts';
import { optionPrices, priceOfOne } from '../../shared/doors/order-form/prices.ts';
import {
  type FormProblems,
  fromOtherSite,
  problemsIn,
  problemsOf,
  wordsFor,
} from '../../shared/doors/order-form/problems.ts';
import { corrected, requestsOf, shownAgain, typedIn } from '../../shared/doors/order-form/typed.ts';
import { orderForm } from '../../shared/pages/order-form/form.ts';
import { orderChoice } from '../../shared/pages/order-form/kinds.ts';
import { orderAgain, orderPreview } from '../../shared/pages/order-form/preview.ts';
import { productNamed } from '../../shared/products/index.ts';
import { bankAccountPage } from '../../shared/usecases/bank-accounts/find-bank-account.ts';
import { createJob } from '../../shared/usecases/create-job.ts';
import { previewJob } from '../../shared/usecases/preview/preview-job.ts';
import { quote } from '../../shared/usecases/quote.ts';
import { uploadByPerson } from '../../shared/usecases/uploads/request-upload.ts';
import { ask } from '../../shared/usecases/use-case.ts';

/** A fax of 200 pages fits, and what is typed fits into the answer again, whatever it is. */
const mostTyped = 1_000_000;

export const handler = pageEndpoint('order-form', async (request) => keptByBrowser(await serve(request)));

/** The browser's own way back shows what was typed, which it could not if it might not keep the page. */
function keptByBrowser(served: Served | SeeOther): Served | SeeOther {
  if ('seeOther' in served) return served;
  return { ...served, headers: { ...served.headers, 'cache-control': 'private, no-cache' } };
}

interface Ordering {
  readonly request: PageRequest;
  readonly product: Product;
  readonly typed: Typed;
}

async function serve(request: PageRequest): Promise<Served | SeeOther> {
  const { event, caller, deps, reader } = request;
  const { sold } = deps.settings;
  const path = new URL(caller.baseUrl).pathname;
  if (event.rawPath.endsWith('/new')) {
    const choices = sold.map((product) => {
      const { form } = productNamed(product);
      return { form, path: `${path}/new/${product}`, price: priceOfOne(productNamed(product), {}, reader) };
    });
    return orderChoice(choices, reader);
  }
  const name = sold.find((each) => event.rawPath.endsWith(`/new/${each}`));
  if (name === undefined) throw notFound();
  const product = productNamed(name);
  const form = formOf(event, mostTyped);
  if (form === undefined) return firstPage({ request, product, typed: typedIn(product.form, uploadIn(event)) });
  if (isFromOtherSite(event, caller.baseUrl)) return formPage({ request, product, typed: {} }, fromOtherSite(reader));
  if (form.step === 'file') return attach({ request, product, typed: {} });
  const ordering = { request, product, typed: typedIn(product.form, form.step === 'correct' ? corrected(form) : form) };
  if (form.step === 'edit') return formPage(ordering);
  if (form.step !== 'pay') return preview(ordering);
  return place(ordering, { quoteId: form.quote_id ?? '', isAddressAccepted: form.accept_address === 'yes' });
}

/** Nothing but the ticket of a file comes by the address: no link fills in a form. */
const uploadIn = ({ queryStringParameters: { upload } = {} }: HttpEvent): Readonly<Record<string, string>> =>
  upload === undefined ? {} : { upload };

/** The page of a ticket, which leads back here. */
async function attach({ request: { caller, deps }, product }: Ordering): Promise<SeeOther> {
  if (product.paper === undefined) throw notFound();
  const { body } = await ask(uploadByPerson(undefined, product.name), deps, {}, caller);
  return { seeOther: new URL(body.page_url).pathname };
}

/** The form; with a file that was attached for it, and that is read before anything is typed. */
async function firstPage({ request, product, typed: { upload } }: Ordering): Promise<Served> {
  const { deps, caller, reader } = request;
  if (upload === undefined || product.paper === undefined) return formPage({ request, product, typed: {} });
  try {
    const asked = { country: 'US', pdf_url: uploadUrl(caller.baseUrl, upload) };
    const { body } = await ask(quote(product), deps, asked, caller);
    return formPage({ request, product, typed: { upload } }, undefined, Number(body.pages));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const typed: Typed = error.code === 'content_refused' ? {} : { upload };
    return formPage({ request, product, typed }, problemsOf(error, product, reader));
  }
}

function formPage({ request, product, typed }: Ordering, problems?: FormProblems, pages?: number): Served {
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

async function preview(ordering: Ordering, isRenewed = false): Promise<Served> {
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
async function place(ordering: Ordering, approved: Approved): Promise<Served | SeeOther> {
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
