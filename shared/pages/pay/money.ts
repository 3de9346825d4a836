/** Values of an order as their reader writes them. US dollars are called so wherever somebody may take them for Canadian ones. */
import type { Country } from '../../domain/money/money.ts';
import { type Price, totalCents } from '../../domain/money/price.ts';
import type { Money, Statement } from '../../domain/product.ts';
import type { Reader } from '../reader.ts';

/** `country`: of the recipient. */
export const amountOf = ({ cents, currency }: Money, country: Country, reader: Reader): string =>
  reader.money(cents, currency, country === 'CA' ? 'named' : undefined);

export const totalOf = (price: Price, country: Country, reader: Reader): string =>
  amountOf({ cents: totalCents(price), currency: price.currency }, country, reader);

/** The lines of a statement's value. `amount`: how its money is written. */
export function linesOfValue(
  { value, money, day }: Statement,
  { sayKnown, date }: Reader,
  amount: (money: Money) => string,
): string[] {
  if (money !== undefined) return [amount(money)];
  return day === undefined ? [value].flat().map(sayKnown) : [date(day)];
}
