/** A quote: a price, bound to a content. */

import type { QuotedContent } from './given/quoted-content.ts';
import type { Country } from './money/money.ts';
import type { Price } from './money/price.ts';
import type { ProvinceCode } from './money/sales-tax.ts';
import type { ProductName } from './names.ts';
import type { Stored } from './stored.ts';
import type { Warning } from './warnings/warning.ts';

export interface Quote<Options = unknown> extends Stored {
  readonly product: ProductName;
  readonly country: Country;
  readonly options: Options;
  /** The recipient's province, if the request names it. */
  readonly province?: ProvinceCode;
  readonly content?: QuotedContent;
  /** Small text that was quoted alone, packed. It stands outside `content`, which each job copies and keeps for 400 days. */
  readonly packedText?: string;
  readonly price: Price;
  readonly expiresAt: number;
  readonly warnings: readonly Warning[];
}
