/** What every product is made of: a price, a quote, a job, and the few things that only the product itself knows. */
import type * as z from 'zod/mini';
import type { Layout, QuotedContent, StoredDocument } from './content.ts';
import type { Lifecycle } from './job.ts';
import { type Country, type Currency, formatMoney } from './money.ts';
import type { ProvinceCode, Tax } from './sales-tax.ts';

/** In the order in which every list shows them. */
export const productNames = ['letter', 'check', 'fax'] as const;
export type ProductName = (typeof productNames)[number];

/** Names the partner's own id of an order on the wire. */
export const partnerIdField = (product: ProductName) => `${product}_id` as const;

/** An item of the table. Every write is conditional on `version`; times are Unix ms. */
export interface Stored {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  /** When the table may forget it. */
  readonly keepUntil: number;
}

export interface Price {
  readonly currency: Currency;
  readonly amountCents: number;
  readonly tax?: Tax;
  /** The version of the price list that made it. */
  readonly priceList: string;
}

export const totalCents = (price: Price): number => price.amountCents + (price.tax?.cents ?? 0);

export interface Quote<Options = unknown> extends Stored {
  readonly product: ProductName;
  readonly country: Country;
  readonly options: Options;
  /** The recipient's, as far as the request has told it. */
  readonly province?: ProvinceCode;
  readonly content?: QuotedContent;
  readonly price: Price;
  readonly expiresAt: number;
  readonly warnings: readonly string[];
}

/** All that is kept of a registered bank account: its numbers are the print partner's alone. */
export interface BankAccount extends Stored {
  readonly country: Country;
  readonly nickname: string;
  /** The print partner's id of it. */
  readonly partnerId: string;
  /** Checks are numbered upwards from the first, and no number is given twice. */
  readonly lastCheckNumber: number;
}

/** Which check of which account a job is. */
export interface Drawing {
  readonly accountId: string;
  /** The print partner's id of the account. */
  readonly partnerId: string;
  readonly checkNumber: number;
}

export interface Job<Order = unknown> extends Stored, Lifecycle {
  readonly product: ProductName;
  readonly quoteId: string;
  readonly order: Order;
  readonly content?: QuotedContent;
  /** The very bytes that the partner is sent. */
  readonly document?: StoredDocument;
  /** One page that only shows how the order's insert will look; the partner draws its own. */
  readonly insert?: StoredDocument;
  readonly drawing?: Drawing;
  readonly price: Price;
  readonly warnings: readonly string[];
  /** Opens the pay page, which can neither cancel nor pay by itself. */
  readonly payCode: string;
  /** What links of this job start with: where the creating request came in. */
  readonly baseUrl: string;
}

/** What stands behind an order, found before the product accepts it. */
export interface OrderContext {
  readonly quote: Quote;
  readonly account?: BankAccount;
}

/** An order that passed the product's own rules. */
export interface AcceptedOrder<Order> {
  readonly order: Order;
  /** Where a Canadian recipient is taxed. */
  readonly province: ProvinceCode | undefined;
  readonly warnings: readonly string[];
}

/** One thing that a person should know, under a short label. */
export interface Statement {
  readonly label: string;
  readonly value: string | readonly string[];
}

export interface Shipment {
  /** Where it goes. */
  readonly country: Country;
  /** Where it comes back to, if it can. */
  readonly returnCountry?: Country | undefined;
  readonly registered: boolean;
}

/** An object schema whose members can be joined to others. */
type Members<T> = z.ZodMiniObject & z.ZodMiniType<T>;

/** What a simulated partner does with one order, chosen by the caller as with a payment provider's test cards. */
export type Trigger =
  | 'reject'
  | 'outage'
  | 'down'
  | 'lost_reply'
  | 'in_production'
  | 'dispatched'
  | 'busy'
  | 'busy_once';

/** The texts that stand for a trigger, and where such a text stands: in an order, and in a request for one. */
export interface TestTriggers<Order> {
  readonly texts: Readonly<Partial<Record<Trigger, string>>>;
  read(order: Order): string;
  place(request: Readonly<Record<string, unknown>>, text: string): object;
}

export interface Product<Options = unknown, OrderInput = unknown, Order = unknown> {
  readonly name: ProductName;
  readonly testTriggers: TestTriggers<Order>;
  /** What has happened to it when it has left the house. */
  readonly leftAs: 'mailed' | 'sent';
  /** How its content is laid out; missing where nothing is quoted by content. */
  readonly layout?: Layout;
  /** What a quote request says besides country, province and content. */
  readonly options: Members<Options>;
  /** What a job request says under the product's name, besides content. */
  readonly order: Members<OrderInput>;
  /** Throws a Refusal for a request that may not even be read; sees it as it came. */
  readonly screen?: (raw: unknown) => void;
  /** The member of the order that is HTML for the partner to print, cleaned and fitted to its space in this layout. */
  readonly insert?: { readonly member: string; readonly layout: Layout };
  /** The member of the order that names the bank account to draw on. */
  readonly drawsOn?: string;
  /** The schemas of the product's own fields on the wire. */
  readonly wire: {
    readonly quote: z.core.$ZodShape;
    readonly job: z.core.$ZodShape;
    readonly status: z.core.$ZodShape;
  };
  price(options: Options, country: Country, pages: number): Omit<Price, 'tax'>;
  /** Checks an order against what stands behind it; throws a Refusal that names the field. */
  accept(input: OrderInput, backing: OrderContext): AcceptedOrder<Order>;
  /** The quote's own fields on the wire. */
  quoteFields(quote: Quote<Options>): Record<string, unknown>;
  /** The creation result's own fields on the wire. */
  jobFields(job: Job<Order>): Record<string, unknown>;
  /** The status view's own fields on the wire. */
  statusFields(job: Job<Order>): { fulfillment_status: string; delivery_status: string } & Record<string, unknown>;
  /** Who gets it: a name or number first, then the rest of the address. */
  recipient(order: Order): readonly string[];
  /** What decides which partners can carry the order out. */
  shipment(order: Order): Shipment;
  /** Orders of one lane are never at work at the partner at the same time. */
  serialKey?(order: Order): string;
  /** "Letter to Ada Lovelace", for the pay page and the payment provider's line item. */
  title(order: Order): string;
  /** What is mailed, printed or sent, for the pay page and the receipt. */
  statements(job: Job<Order>): readonly Statement[];
  /** What the receipt certifies, on the wire. */
  receiptFields(job: Job<Order>): Record<string, unknown>;
}

/** A price as callers read it. */
export const priceFields = (price: Price) => ({
  amount_cents: price.amountCents,
  amount: formatMoney(price.amountCents, price.currency),
  ...(price.tax === undefined ? {} : { tax_cents: price.tax.cents, tax_label: price.tax.label }),
  total_cents: totalCents(price),
  total: formatMoney(totalCents(price), price.currency),
  currency: price.currency,
});
