/** Prices on the order form: those of one page, from the price list. */
import { type Country, currencyOf } from '../../core/money/money.ts';
import type { Product } from '../../core/product.ts';
import type { PriceOfOne } from '../../pages/order-form/kinds.ts';
import type { Reader } from '../../pages/reader.ts';

export function priceOfOne(product: Product, options: object, { money }: Reader): PriceOfOne {
  const priced = (country: Country) => {
    const given = product.options().parse(options);
    const pages = product.hasAddressPage?.(given) ? 2 : 1;
    const { amountCents, currency } = product.price(given, country, pages);
    return money(amountCents, currency, currency === currencyOf[country] && country === 'US' ? undefined : 'named');
  };
  return { us: priced('US'), ca: priced('CA') };
}

/** The price of each option that can be ticked. */
export const optionPrices = (product: Product, reader: Reader): Readonly<Record<string, PriceOfOne>> =>
  Object.fromEntries(
    Object.keys(product.options().shape).map((name) => [name, priceOfOne(product, { [name]: true }, reader)]),
  );
