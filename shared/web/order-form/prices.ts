/** Prices of one page, from the price list, on the order form and on the cards that lead to it. */

import type { Country } from '../../domain/money.ts';
import type { ProductName } from '../../domain/names.ts';
import type { Product } from '../../domain/product.ts';
import type { ProductCard } from '../../pages/home.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { fieldsOf, type Typed } from '../../pages/order-form/shape.ts';
import type { Reader } from '../../pages/reader.ts';
import { usualDays } from '../../products/arrival.ts';
import { productNamed } from '../../products/index.ts';

/** The price of so many pages in what was chosen, before tax. Without an address they go to the US. */
export function pagesPrice(product: Product, typed: Typed, pages: number, { money, say }: Reader): string {
  const { country = 'US' } = orderForms[product.name].placeOf(typed);
  const options = product.options().parse({ color: typed.color === 'yes', registered: typed.registered === 'yes' });
  const { amountCents, currency } = product.price(options, country, pages);
  const price = money(amountCents, currency);
  return country === 'CA' ? say('{price} before tax', { price }) : price;
}

/** `baseUrl` ends in /v1. */
export const cardsOf = (sold: readonly ProductName[], baseUrl: string, reader: Reader): readonly ProductCard[] =>
  sold.map((name) => {
    const product = productNamed(name);
    const days = product.leftAs === 'mailed' ? usualDays : undefined;
    const path = `${new URL(baseUrl).pathname}/new/${name}`;
    return { product: name, form: orderForms[name], path, price: pagesPrice(product, {}, 1, reader), days };
  });

/** `+$0.32` or `free`: what each option adds to a page to this country. */
export const surcharges = (
  product: Product,
  { money, say }: Reader,
  country: Country = 'US',
): Readonly<Record<string, string>> => {
  const priced = (options: object, pages: number) =>
    product.price(product.options().parse(options), country, pages).amountCents;
  const { currency } = product.price(product.options().parse({}), country, 1);
  const fields = fieldsOf(orderForms[product.name]);
  return Object.fromEntries(
    Object.keys(product.options().shape).map((name) => {
      const isPage = fields.some((field) => field.addsFrontPage && field.name.replace(/\..*/, '') === name);
      const more = isPage ? priced({}, 2) : priced({ [name]: true }, 1);
      const cents = more - priced({}, 1);
      return [name, cents === 0 ? say('free') : `+${money(cents, currency)}`];
    }),
  );
};
