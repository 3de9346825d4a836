/** Prepares the job for an approved quote: checks the order, writes its document, and drafts the job. */
import { type AddressCheck, suggestionOf } from '../../domain/addresses/likely-correction.ts';
import type { BankAccount, CheckDraw } from '../../domain/bank-account.ts';
import { decidedBy, fieldWarnings, refuseIgnored, refuseOtherOptions, type UnknownField } from '../../domain/fields.ts';
import { isProven, traitsOf } from '../../domain/fraud.ts';
import { isId } from '../../domain/ids.ts';
import { type DocumentInput, isHashOnly, readSentDocument, splitRequest } from '../../domain/input/content.ts';
import { authorWarnings, type StoredDocument } from '../../domain/input/quoted-content.ts';
import type { Job } from '../../domain/job/job.ts';
import { initialLifecycle } from '../../domain/job/lifecycle.ts';
import { formatMoney, type Limits, type Money, refuseOverLimit, salesTax, taxWarnings } from '../../domain/money.ts';
import { siteOf } from '../../domain/network.ts';
import type { Paper } from '../../domain/paper.ts';
import type { Product, Quote } from '../../domain/product.ts';
import { invalid, notSold, Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { lifetimesMs } from '../../domain/times.ts';
import type { Warning } from '../../domain/warnings.ts';
import { checkAddress } from '../addresses/check-address.ts';
import { accountOf, unknownAccount } from '../bank-accounts/register-bank-account.ts';
import { layOut } from '../content/lay-out.ts';
import { documentOf, frontPageOf, textToWrite, type UnwrittenText } from '../content/quoted-document.ts';
import { checkHash, verifyDocument } from '../content/verify.ts';
import type { Deps } from '../deps.ts';
import { previewedKey, unpaidDocumentKey } from '../document.ts';
import { refuseStopped } from '../fraud/stop-list.ts';
import { printable } from '../renderer.ts';
import type { Caller } from '../use-case.ts';

/** An order in a request: the product's own fields and the content. */
export type OrderRequest = Record<string, unknown> &
  DocumentInput & { readonly content_hash?: string | null | undefined };

export interface DraftRequest {
  readonly caller: Caller;
  /** The fields of the request that its schema doesn't have. */
  readonly unknownFields: readonly UnknownField[];
  /** `preview`: the document is stored for the preview only, and no check number is used. */
  readonly purpose?: 'job' | 'preview';
  readonly limits?: Limits | undefined;
  /** The email address to notify. */
  readonly email?: string | undefined;
}

/** An order that matches its quote. */
interface CheckedOrder {
  readonly product: Product;
  readonly quote: Quote;
  readonly id: string;
  readonly accepted: ReturnType<Product['accept']>;
  readonly account: BankAccount | undefined;
  readonly insert: Insert | undefined;
  /** The text to write as the document. `undefined` if the quote has a document already. */
  readonly text: UnwrittenText | undefined;
  /** Where the document is stored. */
  readonly key: string;
  readonly price: Job['price'];
  readonly checkAmount: Money | undefined;
  /** A person confirmed the address exactly as it was sent. */
  readonly isAddressAccepted: boolean;
}

/** Checks an order against its quote. Stores no document and uses no check number. `verifyDocument` counts failed downloads. */
export async function checkOrder(
  deps: Deps,
  product: Product,
  { quote_id: quoteId, stored, order: sentOrder }: { quote_id: string; stored: Quote | undefined; order: OrderRequest },
  { caller, unknownFields, purpose = 'job', limits }: DraftRequest,
): Promise<CheckedOrder> {
  const { content_hash, ...request } = sentOrder;
  const { input, rest: asSent } = splitRequest(request);
  const { sold } = deps.settings;
  if (!sold.includes(product.name)) throw notSold(product.name, sold);
  const quote = unexpiredQuote(deps, product, quoteId, stored);
  refuseOtherOptions(product, quote, unknownFields);
  if (caller.isAssistant) refuseIgnored(unknownFields, decidedBy(product));
  const sentHash = content_hash == null ? undefined : { hash: content_hash, field: `${product.name}.content_hash` };
  const isByHash = sentHash !== undefined && isHashOnly(input, `${product.name}.`);
  const sent = quote.content && !isByHash ? readSentDocument(input, `${product.name}.`) : undefined;
  const account = await accountOf(deps, product, asSent);
  const insert = await cleanedInsert(deps, product, asSent);
  const order = product.insert && insert ? { ...asSent, [product.insert.member]: insert.html } : asSent;
  const accepted = product.accept(order, { quote, account, now: deps.clock.now() });
  if (quote.content !== undefined) {
    if (sentHash !== undefined) checkHash(deps, sentHash, quote.content);
    if (sent !== undefined) await verifyDocument(deps, sent, quote.content, { quoteId, ...caller });
  }
  const text = sent?.content ?? (sentHash && (await textToWrite(deps, sentHash.field, quote)));
  const tax = salesTax(quote.price.amountCents, quote.country, accepted.province);
  const { tax: _, ...untaxed } = quote.price;
  const price = tax === undefined ? untaxed : { ...untaxed, tax };
  const checkAmount = product.checkAmount?.(accepted.order);
  if (limits) refuseOverLimit(limits, { price, drawn: checkAmount });
  const id = deps.random.id('job');
  const key = purpose === 'preview' ? previewedKey(quote.id) : unpaidDocumentKey(id);
  const isAddressAccepted = asSent.accept_address === true;
  return { product, quote, id, accepted, account, insert, text, key, price, checkAmount, isAddressAccepted };
}

/** Returns the document of a checked order: the quoted one, or its text, written and stored now. */
export async function writeDocument(
  deps: Deps,
  { product, quote, accepted, text, key }: CheckedOrder,
  { address }: Caller,
): Promise<StoredDocument | undefined> {
  if (quote.content === undefined || product.paper === undefined) return undefined;
  return documentOf(deps, quote.content, text, {
    key,
    title: product.title(accepted.order),
    paper: product.paper,
    path: `${product.name}.`,
    network: siteOf(address),
    front: frontPageOf(product, quote, accepted.order),
  });
}

/** Drafts a checked order's job, without its document. Checks the address, and refuses anyone on the stop list. */
export async function draftJob(
  deps: Deps,
  { product, quote, id, accepted, account, insert, key, price, checkAmount, isAddressAccepted }: CheckedOrder,
  { caller, unknownFields, purpose = 'job', limits, email }: DraftRequest,
): Promise<Job> {
  const now = deps.clock.now();
  const payCode = deps.random.id('pay');
  const [{ addressCheck, warnings: addressWarnings }, waitMs] = await Promise.all([
    checkRecipient(deps, product, accepted.order, { isAccepted: isAddressAccepted, callerAddress: caller.address }),
    account && checkAmount && checkWaitMs(deps, account, checkAmount),
  ]);
  const traits = traitsOf(deps.fingerprint, {
    to: [product.mailsTo?.(accepted.order), suggestionOf(addressCheck)].filter((contact) => contact !== undefined),
    from: product.mailsFrom?.(accepted.order),
    faxNumber: product.faxesTo?.(accepted.order),
    counterId: account?.counterId,
    callerAddress: caller.address,
    email,
  });
  await refuseStopped(deps, traits);
  const storedInsert = insert && (await storeInsert(deps, insert, key, caller));
  // This comes last, so that a refused request uses no check number.
  const numberedCheck = account && purpose === 'job' ? await takeCheckNumber(deps, product, account) : undefined;
  return {
    ...initialLifecycle(now),
    id,
    version: 0,
    createdAt: now,
    keepUntil: now + lifetimesMs.job,
    dueAt: now + lifetimesMs.checkout,
    product: product.name,
    quoteId: quote.id,
    order: accepted.order,
    price,
    province: accepted.province,
    limits,
    warnings: [
      // The job's request is checked for unknown fields again, so the quote's aren't repeated.
      ...quote.warnings.filter(({ code }) => code !== 'field_unknown'),
      ...fieldWarnings(unknownFields, decidedBy(product)),
      ...(insert?.warnings ?? []),
      ...accepted.warnings,
      ...(waitMs ? [{ code: 'check_waits', hours: waitMs / 3_600_000 } as const] : []),
      ...addressWarnings,
      ...taxWarnings(quote.price, price),
    ],
    addressCheck,
    traits,
    payCode,
    baseUrl: caller.baseUrl,
    content: quote.content,
    insert: storedInsert,
    drawing: numberedCheck && { ...numberedCheck, waitMs, ownerEmail: waitMs ? account?.ownerEmail : undefined },
  };
}

/** The quote with this id, even if it has expired or is for another product. */
export const storedQuote = async ({ quotes }: Deps, id: string): Promise<Quote | undefined> =>
  isId('quote', id) ? quotes.get(id) : undefined;

function unexpiredQuote({ clock }: Deps, product: Product, id: string, quote: Quote | undefined): Quote {
  if (quote !== undefined && quote.product === product.name && quote.expiresAt > clock.now()) return quote;
  if (/^(?:job|pay)_/.test(id))
    throw new Refusal(
      'quote_unknown',
      'quote_id is the id of a job, so the order already exists: get its status, and do not order again.',
      { field: 'quote_id' },
    );
  const other = quote === undefined || quote.product === product.name ? undefined : `a ${quote.product} quote`;
  const kind = other ?? (id.startsWith('upload_') ? 'an upload, which is quoted by its pdf_url' : undefined);
  const expired = `is unknown or has expired (quotes last ${lifetimesMs.price / 60_000} minutes)`;
  const cause = kind === undefined ? expired : `is the id of ${kind}`;
  throw new Refusal(
    'quote_unknown',
    `quote_id ${cause}: request a fresh ${product.name} quote and let the user approve its price.`,
    { field: 'quote_id' },
  );
}

/** An enclosure: HTML that a partner prints on a separate page. It is sanitized, and must fit on that page. */
interface Insert {
  readonly html: string;
  readonly field: string;
  readonly paper: Paper;
  readonly warnings: readonly Warning[];
}

/** Sanitizes the HTML of the enclosure; `undefined` if the order has none. */
async function cleanedInsert(
  { renderer }: Deps,
  { name, insert }: Product,
  order: Readonly<Record<string, unknown>>,
): Promise<Insert | undefined> {
  const sent = insert && order[insert.member];
  if (insert === undefined || typeof sent !== 'string' || sent.trim() === '') return undefined;
  const field = `${name}.${insert.member}`;
  // Without any tag it is plain text, whose line breaks HTML would ignore.
  const markup = /<[a-z]/i.test(sent) ? sent : sent.trim().replaceAll(/\r?\n/g, '<br>');
  const { html, warnings } = printable(field, await renderer.cleanMessage(markup));
  const all = [...authorWarnings('html', markup), ...warnings];
  return { html, field, paper: insert.paper, warnings: all.map((warning) => ({ ...warning, field })) };
}

/** Refuses an enclosure that doesn't fit on its page. Stores one that fits under `key`, so that the payer can preview it. */
async function storeInsert(
  deps: Deps,
  { html, field, paper }: Insert,
  key: string,
  { address, baseUrl }: Caller,
): Promise<StoredDocument | undefined> {
  const printing = { key, network: siteOf(address), baseUrl };
  return (await layOut(deps, { kind: 'html', value: html, field }, paper, printing)).content.document;
}

/** Checks the recipient's address. `isAccepted`: a person confirmed it as it was sent. `callerAddress`: an IP address. */
async function checkRecipient(
  deps: Deps,
  { name, mailsTo }: Product,
  order: unknown,
  { isAccepted, callerAddress }: { readonly isAccepted: boolean; readonly callerAddress: string },
): Promise<{ readonly addressCheck?: AddressCheck; readonly warnings: readonly Warning[] }> {
  const address = mailsTo?.(order);
  if (address === undefined) return { warnings: [] };
  const verdict = await checkAddress(deps, address, { ip: callerAddress, isFree: false });
  if (isAccepted) return { addressCheck: { ...verdict, acceptedAt: deps.clock.now() }, warnings: [] };
  const where = { at: `${name}.to`, country: address.countryCode } as const;
  if (verdict.status === 'corrected')
    return { addressCheck: verdict, warnings: [{ code: 'address_corrected', ...where, what: verdict.what }] };
  if (verdict.status === 'undeliverable')
    return { addressCheck: verdict, warnings: [{ code: 'address_undeliverable', ...where, what: verdict.what }] };
  return { addressCheck: verdict, warnings: [] };
}

/**
 * How long the check waits after its payment, in ms; `undefined` if the operator set no waiting time, or if this
 * registration of its account is proven. Throws a Refusal if the check alone exceeds the daily limit.
 */
async function checkWaitMs(
  { settings, jobs, clock }: Deps,
  { trialId }: BankAccount,
  { cents, currency }: Money,
): Promise<number | undefined> {
  const { newAccounts } = settings;
  if (newAccounts === undefined) return undefined;
  const trial = trialId === undefined ? undefined : await jobs.get(trialId);
  if (isProven(trial, clock.now())) return undefined;
  const { maxCentsADay: max } = newAccounts;
  if (max !== undefined && cents > max)
    throw invalid(
      'check.amount_cents',
      `is ${formatMoney(cents, currency)}: a new bank account can be drawn on for at most ${formatMoney(max, currency)} a day until 30 days after its first check. Lower the amount, or ask the operator of this service.`,
    );
  return newAccounts.waitMs;
}

/** Takes the account's next check number. If the job is never created or paid, its number is skipped. */
async function takeCheckNumber(
  { bankAccounts, checkCounters, clock }: Deps,
  { name, bankAccountField }: Product,
  { id, partnerId, counterId }: BankAccount,
): Promise<CheckDraw> {
  const now = clock.now();
  const keepUntil = now + lifetimesMs.bankAccount;
  const updated = await update(bankAccounts, id, (account) => account && { ...account, keepUntil, numberedAt: now });
  // The account was removed after the order was checked.
  if (updated?.removedAt !== undefined) throw unknownAccount(`${name}.${bankAccountField}`);
  const counter = await update(
    checkCounters,
    counterId,
    (stored) => stored && { ...stored, keepUntil, lastNumber: stored.lastNumber + 1 },
  );
  if (updated === undefined || counter === undefined)
    throw new Error(`${id} vanished while a check was being numbered`);
  return { accountId: id, partnerId, checkNumber: counter.lastNumber, counterId };
}
