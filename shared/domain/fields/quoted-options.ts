/** Refuses a job that names an option in another way than its quote: the order would not be what its author believes. */
import type { Product, Quote } from '../product.ts';
import { Refusal } from '../refusal.ts';
import { sameName } from './other-names.ts';
import type { UnknownField } from './unknown-fields.ts';

/** The choices that a quote has made for its jobs, by the names of its request: the country and the product's own options. */
export const decidedBy = (product: Product): readonly string[] => ['country', ...Object.keys(product.options().shape)];

/** Looks at the body and at the order itself, where an option may stand by mistake. An address has a country of its own. */
export function refuseOtherOptions(quote: Quote, unknown: readonly UnknownField[]): void {
  const quoted: Readonly<Record<string, unknown>> = { ...(quote.options as object), country: quote.country };
  const names = Object.keys(quoted);
  for (const { at, name, value } of unknown) {
    const option = at.path.length < 2 ? sameName(name, names) : undefined;
    const isAsQuoted = (typeof value === 'string' ? value.toUpperCase() : value) === quoted[option ?? ''];
    if (option === undefined || isAsQuoted) continue;
    const field = [...at.path, option].join('.');
    throw new Refusal(
      'options_mismatch',
      `${field} is not what was quoted: the quote has ${option} ${quoted[option]}. Leave it out, or request a new quote and let the user approve its price.`,
      { field },
    );
  }
}
