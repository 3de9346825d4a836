/** Shows an order before it is placed: its pages and its price, without a job, a payment page or a check number. */
import * as z from 'zod/mini';
import type { Job } from '../../domain/job/job.ts';
import { type Product, paperOf, statementsOf } from '../../domain/product.ts';
import { createJob, type JobRequest } from '../../orders/create/create-job.ts';
import { checkOrder, draftJob, type OrderRequest, storedQuote, writeDocument } from '../../orders/create/draft-job.ts';
import { addressChoiceOf } from '../../orders/pay/address-choice.ts';
import type { UseCase } from '../../orders/use-case.ts';
import { usualWait } from '../../products/arrival.ts';
import { headingViewOf, previewPageCount } from './show-pay-page.ts';

/** Accepts and refuses the same requests as creating the job. */
export function previewJob(product: Product): UseCase<JobRequest, JobPreview> {
  const { input, screen, refusals } = createJob(product);
  return {
    name: `preview-${product.name}-job`,
    summary: `A look at a ${product.name} before it is ordered.`,
    tag: product.name,
    schemas: { answer: 'JobPreview' },
    outcomes: { done: 'The order as it would be.' },
    refusals,
    // The document is rendered as for a job.
    limitedAs: 'jobs',
    input,
    output: z.custom<JobPreview>(),
    screen,
    run: async (deps, { quote_id, [product.name]: order }, caller) => {
      const stored = await storedQuote(deps, quote_id);
      const request = { caller, unknownFields: [], purpose: 'preview' } as const;
      const checked = await checkOrder(deps, product, { quote_id, stored, order: order as OrderRequest }, request);
      const [document, draft] = await Promise.all([
        writeDocument(deps, checked, caller),
        draftJob(deps, checked, request),
      ]);
      const job = { ...draft, document };
      return { outcome: 'done', body: viewOf(product, job, `${new URL(caller.baseUrl).pathname}/new/${quote_id}`) };
    },
  };
}

type JobPreview = ReturnType<typeof viewOf>;

/** An order as a person sees it before placing it. `path`: the start of the paths of its page pictures. */
function viewOf(product: Product, job: Job, path: string) {
  const pages = previewPageCount(job);
  return {
    ...headingViewOf(job),
    paper: paperOf(product),
    facts: statementsOf(product, job).filter(({ value }) => value.length > 0),
    usualWait: usualWait(product, job),
    stamps: product.stamps?.(job),
    price: job.price,
    warnings: job.warnings,
    addressChoice: addressChoiceOf(job),
    preview: pages === 0 ? undefined : { path, pages },
  };
}
