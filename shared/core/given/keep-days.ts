/** The wish to keep the document of an order longer than usual, for whoever may have to prove it later. */
import * as z from 'zod/mini';
import { keepDaysRange } from '../lifetimes.ts';

const { least, most } = keepDaysRange;
const rule = `must be a whole number from ${least} to ${most}: without it the document is kept for ${least} days after it was sent`;

/** In the request for a job, beside the order. */
export const keepDaysField = z.nullish(
  z
    .int(rule)
    .check(
      z.gte(least, rule),
      z.lte(most, rule),
      z.describe(
        `Days from now on that the document and the carrier’s signature are kept, for pages and evidence: ${least} to ${most}.`,
      ),
    ),
);
