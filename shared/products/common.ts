/** Sentences and fields of orders that more than one product needs. */
import * as z from 'zod/mini';
import type { Country } from '../core/money.ts';
import type { Job } from '../core/product.ts';
import { Refusal } from '../core/refusal.ts';

/** `says` names the field and its country, `letter.to.countryCode is CA`. */
export const countryMismatch = (field: string, says: string, quoted: Country, wanted: Country): Refusal =>
  new Refusal({
    code: 'country_mismatch',
    message: `${says}, but the quote is for ${quoted}: request a quote for ${wanted} and let the user approve its price.`,
    field,
  });

/** Zero if the content is not quoted by pages. */
export const pagesOf = ({ content }: Job): number => content?.pages ?? 0;

export const pagesField = (layout: string) => z.int().check(z.describe(`Server-verified page count in the ${layout}.`));
