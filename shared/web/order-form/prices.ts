/** Prices from the price list, for the order form and for the cards that link to it. */
import type { Country } from '../../domain/money.ts';
import type { ProductName } from '../../domain/names.ts';
import type { Product } from '../../domain/product.ts';
import type { ProductCard } from '../../pages/home.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { fieldsOf, type Inputs } from '../../pages/order-form/shape.ts';
import type { Reader } from '../../pages/reader.ts';
import { usualDays } from '../../products/arrival.ts';
import { productNamed } from '../../products/index.ts';

/** The price of this many pages with the chosen options, before tax. Until an address is typed, it is the price to the US. */
export function pagesPrice(product: Product, typed: Inputs, pages: number, { money, say }: Reader): string {
  const { country = 'US' } = orderForms[product.name].placeOf(typed);
  const options = product.options().parse({ color: typed.color === 'yes', registered: typed.registered === 'yes' });
  const { amountCents, currency } = product.price(options, country, pages);
  const price = money(amountCents, currency);
  return country === 'CA' ? say('{price} before tax', { price }) : price;
}

/** The cards of the products on sale, each with its price and the path of its form. `baseUrl` ends in /v1. */
export const cardsOf = (sold: readonly ProductName[], baseUrl: string, reader: Reader): readonly ProductCard[] =>
  sold.map((name) => {
    const product = productNamed(name);
    const days = product.leftAs === 'mailed' ? usualDays : undefined;
    const path = `${new URL(baseUrl).pathname}/new/${name}`;
    return { product: name, form: orderForms[name], path, price: pagesPrice(product, {}, 1, reader), days };
  });

/** The amount that each option adds to the price of one page to this country: `+$0.32` or `free`. */
export const surcharges = (
  product: Product,
  { money, say }: Reader,
  country: Country = 'US',
): Readonly<Record<string, string>> => {
  const centsOf = (options: object, pages: number) =>
    product.price(product.options().parse(options), country, pages).amountCents;
  const { currency } = product.price(product.options().parse({}), country, 1);
  const fields = fieldsOf(orderForms[product.name]);
  return Object.fromEntries(
    Object.keys(product.options().shape).map((name) => {
      // The option for a front page costs as much as any other page.
      const isFrontPage = fields.some((field) => field.addsFrontPage && field.name.replace(/\..*/, '') === name);
      const cents = (isFrontPage ? centsOf({}, 2) : centsOf({ [name]: true }, 1)) - centsOf({}, 1);
      return [name, cents === 0 ? say('free') : `+${money(cents, currency)}`];
    }),
  );
};
