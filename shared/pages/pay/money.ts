/** Money on the pay page: US dollars are called so wherever somebody may take them for Canadian ones. */
import type { Country } from '../../core/money.ts';
import { type Money, type Price, totalCents } from '../../core/product.ts';
import type { Reader } from '../reader.ts';

/** `country`: of the recipient. */
export const amountOf = ({ cents, currency }: Money, country: Country, reader: Reader): string =>
  reader.money(cents, currency, country === 'CA' ? 'named' : undefined);

export const totalOf = (price: Price, country: Country, reader: Reader): string =>
  amountOf({ cents: totalCents(price), currency: price.currency }, country, reader);
