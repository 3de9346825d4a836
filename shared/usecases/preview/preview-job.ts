/** Shows an order before it is placed: its pages and its price, without a job, a payment page or a check number. */
import * as z from 'zod/mini';
import type { Country } from '../../core/money/money.ts';
import type { Price } from '../../core/money/price.ts';
import type { Paper } from '../../core/paper.ts';
import { type CheckFace, type Product, type Stamps, type Statement, sheetOf } from '../../core/product.ts';
import type { ProductName } from '../../core/product-names.ts';
import type { Warning } from '../../core/warnings/warning.ts';
import type { Phrase } from '../../core/words.ts';
import { type UsualWait, usualWait } from '../../products/arrival.ts';
import { createJob, type JobRequest } from '../jobs/create-job.ts';
import { draftJob, type OrderRequest } from '../jobs/draft-job.ts';
import { addressChoiceOf } from '../pay/address-choice.ts';
import { nameOf, shownPages } from '../pay/show-pay-page.ts';
import type { UseCase } from '../use-case.ts';

/** An order as a person sees it before placing it. */
export interface JobPreview {
  readonly service: ProductName;
  readonly heading: Phrase;
  readonly lineItem: Phrase;
  readonly paper: Paper;
  readonly recipient: string;
  readonly country: Country;
  readonly checkFace: CheckFace | undefined;
  readonly facts: readonly Statement[];
  readonly usualWait: UsualWait | undefined;
  readonly stamps: Stamps | undefined;
  readonly price: Price;
  readonly warnings: readonly Warning[];
  readonly addressChoice: ReturnType<typeof addressChoiceOf>;
  /** Pictures of the pages lie below this path; missing if there is no document. */
  readonly proof: { readonly path: string; readonly pages: number } | undefined;
}

/** Takes what the creation of the job takes, and refuses what that would refuse. */
export function previewJob(product: Product): UseCase<JobRequest, JobPreview> {
  const { input, screen, refusals } = createJob(product);
  return {
    name: `preview-${product.name}-job`,
    summary: `A look at a ${product.name} before it is ordered.`,
    tag: product.name,
    schemas: { answer: 'JobPreview' },
    outcomes: { done: 'The order as it would be.' },
    refusals,
    // The document is written as for a job.
    limitedAs: 'jobs',
    input,
    output: z.custom<JobPreview>(),
    screen,
    run: async (deps, { quote_id, [product.name]: order }, caller) => {
      const job = await draftJob(deps, product, quote_id, order as OrderRequest, {
        caller,
        unknown: [],
        purpose: 'preview',
      });
      const pages = shownPages(job);
      const body = {
        ...nameOf(job),
        paper: sheetOf(product),
        facts: product.statements(job).filter(({ value }) => value.length > 0),
        usualWait: usualWait(product, job),
        stamps: product.stamps?.(job),
        price: job.price,
        warnings: job.warnings,
        addressChoice: addressChoiceOf(job),
        proof: pages === 0 ? undefined : { path: `${new URL(caller.baseUrl).pathname}/new/${quote_id}`, pages },
      };
      return { outcome: 'done', body };
    },
  };
}
