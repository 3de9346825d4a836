/** A product: the few things that only it knows. */
import type * as z from 'zod/mini';
import type { Contact } from './address.ts';
import type { BankAccount } from './bank-account.ts';
import type { QuotedContent } from './input/quoted-content.ts';
import type { Job } from './job/job.ts';
import { type Country, type Currency, formatMoney, type Price, type ProvinceCode } from './money.ts';
import type { ProductName } from './names.ts';
import type { Cover, Paper } from './paper.ts';
import type { Stored } from './stored.ts';
import type { Warning } from './warnings.ts';

/** One labeled line for people to read. */
export interface Statement {
  readonly label: string;
  readonly value: string | readonly string[];
  /** The value, where it is money, so that a page can write it as its reader does. */
  readonly money?: Money;
  /** The same for a day, `2026-12-24`. */
  readonly day?: string;
}

export interface Money {
  readonly cents: number;
  readonly currency: Currency;
}

/** The addresses that the print partner stamps on page 1. No document of ours holds them. */
export interface Stamps {
  readonly to: readonly string[];
  readonly from: readonly string[];
  /** Both addresses show through the two windows of a standard envelope. */
  readonly showsWindows: boolean;
  /** They show through the one window of a flat envelope. */
  readonly isFlat?: boolean;
}

/** The front of a check as the print partner fills it in, without bank numbers. */
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

/** A simulated partner's behavior for one order; the caller chooses it, as with a payment provider's test cards. */
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

/** The texts that set off triggers, and their place in an order and in its request. */
export interface TestTriggers<Order> {
  readonly texts: Readonly<Partial<Record<TestTrigger, string>>>;
  read(order: Order): string;
  place(request: Readonly<Record<string, unknown>>, text: string): object;
}

export interface Product<Options = unknown, OrderInput = unknown, Order = unknown> {
  readonly name: ProductName;
  readonly testTriggers: TestTriggers<Order>;
  /** The product's word for having left us. */
  readonly leftAs: 'mailed' | 'sent';
  /** The paper of its content; missing if no content is quoted. */
  readonly paper?: Paper;
  // Every Lambda function has all products, but few use their schemas, so schemas are made on demand.
  /** The members of a quote request besides country, province and content. */
  options(): Members<Options>;
  /** The members of a job request under the product's name, besides content. */
  order(): Members<OrderInput>;
  /** The order in one line. The French of this and the next is in pages/french/french.json. */
  readonly heading: 'Letter to {name}' | 'Check for {amount} to {name}' | 'Fax to {name}';
  /** The work that its price pays for. It does not include a check's amount. */
  readonly lineItem: 'Printing and mailing a letter' | 'Printing and mailing a check' | 'Sending a fax';
  /** Throws a Refusal for raw input that we must not even parse. */
  readonly screen?: (raw: unknown) => void;
  /** The order's member with HTML for the partner to print; it is cleaned and fitted to its space on this paper. */
  readonly insert?: { readonly member: string; readonly paper: Paper };
  /** The order's member that names the bank account to draw on. */
  readonly drawsOn?: string;
  /** The schemas of the product's own fields on the wire. */
  wire(): { readonly quote: z.core.$ZodShape; readonly job: z.core.$ZodShape; readonly status: z.core.$ZodShape };
  /** The page of ours in front of the content: an empty one for addresses, or the words of a fax's cover sheet. Only the order has the number. */
  frontPage?(options: Options, order?: Order): 'addresses' | Cover | undefined;
  price(options: Options, country: Country, pages: number): Omit<Price, 'tax'>;
  /** Checks an order against the items behind it; throws a Refusal that names the field. */
  accept(
    input: OrderInput,
    stored: { readonly quote: Quote; readonly account?: BankAccount /** Unix ms. */; readonly now: number },
  ): {
    readonly order: Order;
    /** The province that taxes a Canadian recipient. */
    readonly province: ProvinceCode | undefined;
    readonly warnings: readonly Warning[];
  };
  quoteFields(quote: Quote<Options>): Record<string, unknown>;
  /** The creation result's own fields on the wire. */
  jobFields(job: Job<Order>): Record<string, unknown>;
  statusFields(job: Job<Order>): { fulfillment_status: string; delivery_status: string } & Record<string, unknown>;
  /** The recipient: a name or number first, then the rest of the address. */
  recipient(order: Order): readonly string[];
  /** The address that mail goes to; missing if nothing is mailed. */
  mailsTo?(order: Order): Contact;
  /** The sender, whose address is on the envelope; missing if nothing is mailed. */
  mailsFrom?(order: Order): Contact;
  /** The number that a fax goes to, E.164; missing if nothing is faxed. */
  faxesTo?(order: Order): string;
  /** The facts that decide which partners can take the order. */
  shipment(order: Order): Shipment;
  /** The day on which the order goes to print, if it names one: `2026-12-24`. */
  sendOn?(order: Order): string | undefined;
  /** The work on the order begins then, Unix ms; otherwise after the payment. */
  notBefore?(order: Order): number | undefined;
  /** The partner must not work on two orders with the same key at the same time. */
  serialKey?(order: Order): string;
  /** "Letter to Ada Lovelace", for the pay page and the payment provider's line item. */
  title(order: Order): string;
  stamps?(job: Job<Order>): Stamps;
  checkFace?(job: Job<Order>): CheckFace;
  /** How it is made, in words after the number of its pages: ` in color by certified mail`. */
  style?(options: Options, country: Country): string;
  /** The money that the order takes from a bank account, in addition to its price. */
  drawn?(order: Order): Money;
  /** The lines that describe the order on the pay page and the receipt. */
  statements(job: Job<Order>): readonly Statement[];
  receiptFields(job: Job<Order>): Record<string, unknown>;
  /** The order once its document is deleted: without the sender's own text, but with the hashes that need it. */
  withoutText?(job: Job<Order>): Order;
}

/** The paper of an order's document or enclosure. */
export function sheetOf({ name, paper, insert }: Pick<Product, 'name' | 'paper' | 'insert'>): Paper {
  const sheet = paper ?? insert?.paper;
  if (sheet === undefined) throw new Error(`a ${name} has no paper`);
  return sheet;
}

/** The lines that describe an order on the pay page and the receipt: the product's own, and its limits. */
export function statementsOf(product: Product, job: Job): readonly Statement[] {
  const { currency = 'USD', max_total_cents: total, max_face_cents: face } = job.limits ?? {};
  const line = (label: string, cents: number | null | undefined): Statement[] =>
    cents == null ? [] : [{ label, value: formatMoney(cents, currency), money: { cents, currency } }];
  return [...product.statements(job), ...line('Ordered within a limit of', total), ...line('Limit of the check', face)];
}

export interface Quote<Options = unknown> extends Stored {
  readonly product: ProductName;
  readonly country: Country;
  readonly options: Options;
  /** The recipient's province, if the request has one. */
  readonly province?: ProvinceCode;
  readonly content?: QuotedContent;
  /** Small text without attachments, packed. Not in `content`, which each job copies and keeps for 400 days. */
  readonly packedText?: string;
  readonly price: Price;
  readonly expiresAt: number;
  /** The sender of one of its orders had the document deleted, Unix ms. Nothing more is ordered or shown by it. */
  readonly documentDeletedAt?: number | undefined;
  readonly warnings: readonly Warning[];
}
