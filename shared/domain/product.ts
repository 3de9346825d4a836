/** A product: everything that differs between letters, checks and faxes. */
import type * as z from 'zod/mini';
import type { Contact } from './address.ts';
import type { BankAccount } from './bank-account.ts';
import type { QuotedContent } from './input/quoted-content.ts';
import type { Job } from './job/job.ts';
import { type Country, formatMoney, type Money, type Price, type ProvinceCode } from './money.ts';
import type { ProductName } from './names.ts';
import type { Cover, Paper } from './paper.ts';
import type { Stored } from './stored.ts';
import type { Warning } from './warnings.ts';

/** One labeled line for people to read. */
export interface Statement {
  readonly label: string;
  readonly value: string | readonly string[];
  /** The value, if it is money, for pages to format in the reader's language. */
  readonly money?: Money;
  /** The value, if it is a day: `2026-12-24`. */
  readonly day?: string;
}

/** The front of a check as the print partner fills it in, but without the bank numbers. */
export interface CheckFace {
  readonly payTo: readonly string[];
  readonly sender: readonly string[];
  readonly amount: Money;
  /** `One thousand two hundred fifty and 00/100` */
  readonly amountInWords: string;
  readonly memo?: string | undefined;
  readonly number?: number | undefined;
  readonly accountNickname: string;
}

export interface Shipment {
  /** The destination. */
  readonly country: Country;
  readonly returnCountry?: Country | undefined;
  readonly registered: boolean;
}

/** An object schema, whose members can be merged with others. */
type Members<T> = z.ZodMiniObject & z.ZodMiniType<T>;

/** A simulated partner's behavior for one order. The caller chooses it, like a payment provider's test card. */
export type TestTrigger =
  | 'reject'
  | 'outage'
  | 'down'
  | 'lost_reply'
  | 'in_production'
  | 'dispatched'
  | 'returned'
  | 'busy'
  | 'busy_once';

/** The texts that set off the triggers, and the field that holds them. */
export interface TestTriggers<Order> {
  readonly texts: Readonly<Partial<Record<TestTrigger, string>>>;
  /** The text in that field of an order. */
  read(order: Order): string;
  /** The request with this text in that field. */
  place(request: Readonly<Record<string, unknown>>, text: string): object;
}

export interface Product<Options = unknown, OrderInput = unknown, Order = unknown> {
  readonly name: ProductName;
  readonly testTriggers: TestTriggers<Order>;
  /** The product's word for an order that has left us. */
  readonly leftAs: 'mailed' | 'sent';
  /** The paper of its content; missing if no content is quoted. */
  readonly paper?: Paper;
  // All Lambda functions load all products, but few use the schemas, so these are functions.
  /** The members of a quote request besides country, province and content. */
  options(): Members<Options>;
  /** The members of a job request under the product's name, besides content. */
  order(): Members<OrderInput>;
  /** The order on one line. Its French and that of `lineItem` are in pages/french/french.json. */
  readonly heading: 'Letter to {name}' | 'Check for {amount} to {name}' | 'Fax to {name}';
  /** The service that the price pays for. A check's amount is not part of it. */
  readonly lineItem: 'Printing and mailing a letter' | 'Printing and mailing a check' | 'Sending a fax';
  /** Throws a Refusal for raw input that must not be parsed, because it contains bank numbers. */
  readonly screen?: (raw: unknown) => void;
  /** The member of the job request with HTML for the partner to print; it is sanitized and must fit on this paper. */
  readonly insert?: { readonly member: string; readonly paper: Paper };
  /** The member of the job request that names the bank account to draw on. */
  readonly bankAccountField?: string;
  /** The schemas of the product's own fields on the wire. */
  wire(): { readonly quote: z.core.$ZodShape; readonly job: z.core.$ZodShape; readonly status: z.core.$ZodShape };
  /** The page before the content: for addresses, or a cover sheet, which has no fax number without an order. */
  frontPage?(options: Options, order?: Order): 'addresses' | Cover | undefined;
  /** Missing for a product that is never printed in color. */
  isInColor?(options: Options): boolean;
  price(options: Options, country: Country, pages: number): Omit<Price, 'tax'>;
  /** Makes an order from the input and what it refers to. Throws a Refusal that names the field. */
  accept(
    input: OrderInput,
    stored: {
      readonly quote: Quote;
      readonly account?: BankAccount;
      /** Unix ms. */
      readonly now: number;
    },
  ): {
    readonly order: Order;
    /** The province whose tax applies; `undefined` in the US. */
    readonly province: ProvinceCode | undefined;
    readonly warnings: readonly Warning[];
  };
  quoteFields(quote: Quote<Options>): Record<string, unknown>;
  /** The product's own fields in the response to a job request. */
  jobFields(job: Job<Order>): Record<string, unknown>;
  statusFields(job: Job<Order>): { fulfillment_status: string; delivery_status: string } & Record<string, unknown>;
  /** The lines of the recipient: a name or number first, then the rest of the address. */
  recipient(order: Order): readonly string[];
  /** The recipient's address. Missing if the product isn't mailed. */
  mailsTo?(order: Order): Contact;
  /** The sender's address, for the envelope. Missing if the product isn't mailed. */
  mailsFrom?(order: Order): Contact;
  /** The recipient's number in E.164. Missing if the product isn't faxed. */
  faxesTo?(order: Order): string;
  /** Where and how the order is sent. */
  shipment(order: Order): Shipment;
  /** The day on which the order goes to print, if it names one: `2026-12-24`. */
  sendOn?(order: Order): string | undefined;
  /** When the work on the order starts, Unix ms; if undefined, at the payment. */
  notBefore?(order: Order): number | undefined;
  /** Only one order with the same key may be at the partner at a time. */
  serialKey?(order: Order): string;
  /** "Letter to Ada Lovelace", for the pay page and the payment provider's line item. */
  title(order: Order): string;
  /**
   * The addresses that the print partner prints on page 1, which our document doesn't have. They show through the two windows
   * of a standard envelope or, with `isFlat`, the one window of a flat envelope.
   */
  stamps?(job: Job<Order>): {
    readonly to: readonly string[];
    readonly from: readonly string[];
    readonly showsWindows: boolean;
    readonly isFlat?: boolean;
  };
  checkFace?(job: Job<Order>): CheckFace;
  /** The options, to follow the number of pages in a summary: ` in color by certified mail`. */
  optionsPhrase?(options: Options, country: Country): string;
  /** The amount of a check, which is not part of its price. */
  checkAmount?(order: Order): Money;
  /** The lines that describe the order on the pay page and the receipt. */
  statements(job: Job<Order>): readonly Statement[];
  receiptFields(job: Job<Order>): Record<string, unknown>;
  /** The order after its document was deleted: without the sender's text, but with its hashes. */
  withoutText?(job: Pick<Job<Order>, 'order' | 'drawing'>): Order;
}

/** The paper of an order's document or enclosure. */
export function paperOf({ name, paper, insert }: Pick<Product, 'name' | 'paper' | 'insert'>): Paper {
  const sheet = paper ?? insert?.paper;
  if (sheet === undefined) throw new Error(`a ${name} has no paper`);
  return sheet;
}

/** The lines that describe an order on the pay page and the receipt: those of the product, and the limits. */
export function statementsOf(product: Product, job: Job): readonly Statement[] {
  const { currency = 'USD', max_total_cents: total, max_face_cents: face } = job.limits ?? {};
  const line = (label: string, cents: number | null | undefined): Statement[] =>
    cents == null ? [] : [{ label, value: formatMoney(cents, currency), money: { cents, currency } }];
  return [...product.statements(job), ...line('Spending limit', total), ...line('Check amount limit', face)];
}

export interface Quote<Options = unknown> extends Stored {
  readonly product: ProductName;
  readonly country: Country;
  readonly options: Options;
  /** The recipient's province, if the request has one. */
  readonly province?: ProvinceCode;
  readonly content?: QuotedContent;
  /** Short text without attachments, compressed. Not in `content`, which each job copies and keeps for 400 days. */
  readonly packedText?: string;
  readonly price: Price;
  readonly expiresAt: number;
  /** When the sender of one of its jobs deleted the document, Unix ms. Then no more jobs are created from the quote. */
  readonly documentDeletedAt?: number | undefined;
  readonly warnings: readonly Warning[];
}
