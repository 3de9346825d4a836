/** The documentation of a product, apart from it so that only the doors that show it load it. */
import { type Currency, formatMoney } from '../../../domain/money/money.ts';
import type { PriceLine } from '../../../domain/money/price.ts';
import type { ProductName } from '../../../domain/product-names.ts';

export interface ProductDocs {
  readonly name: ProductName;
  /** Also names the group of its operations. */
  readonly plural: string;
  readonly summary: string;
  /** The product's own word for having left us. */
  readonly leftAs: 'mailed' | 'sent';
  /** Markdown, without tax. */
  readonly prices: string;
  readonly priceLines: readonly PriceLine[];
  /** A way to begin a conversation with an assistant. */
  readonly prompt?: {
    readonly description: string;
    /** The values to ask the user for, by name. */
    readonly asks: Readonly<Record<string, string>>;
    /** The user's words, before the steps that every product has in common. */
    text(given: Readonly<Record<string, string>>): string;
  };
}

/** `USD 2.12`, the form in tables of prices. */
export const coded = (cents: number, currency: Currency): string =>
  `${currency} ${formatMoney(cents, currency).replace(/^\D+/, '')}`;
