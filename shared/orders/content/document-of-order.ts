/**
 * The document of a paid order, quoted again: the same bytes, at today's price, for the same or another recipient. Only a
 * cover sheet is made again, because it names the day and the recipient's number.
 */
import { isNothing } from '../../domain/fields.ts';
import { isId } from '../../domain/ids.ts';
import type { QuotedContent } from '../../domain/input/quoted-content.ts';
import type { Job } from '../../domain/job/job.ts';
import { paymentStatus } from '../../domain/job/lifecycle.ts';
import type { Country } from '../../domain/money.ts';
import type { FrontPage, Paper } from '../../domain/paper.ts';
import type { Product } from '../../domain/product.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Deps } from '../deps.ts';
import { isDocumentRetained, isIntact, readDocument } from '../document.ts';
import { mustFit, replaceFrontPage } from './lay-out.ts';
import { frontPageOf } from './quoted-document.ts';

interface SendingAgain {
  readonly from_job: string;
  /** The members of the request that could add to the document. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly country: Country;
  /** The place of the quote's own copy: the document of the order expires before a job for this quote is paid. */
  readonly key: string;
  readonly network: string;
  readonly partnerTakes?: number | undefined;
}

export async function documentOfOrder(
  deps: Deps,
  product: Product,
  paper: Paper,
  { from_job: id, beside, country, ...printing }: SendingAgain,
) {
  const { color: _, registered: __, ...added } = beside;
  const [extra] = Object.entries(added).find(([, value]) => value !== false && !isNothing(value)) ?? [];
  if (extra !== undefined)
    throw invalid(extra, 'cannot be sent with from_job, whose document is sent as it is: leave it out.');
  const job = isId('job', id) ? await deps.jobs.get(id) : undefined;
  const problem =
    job === undefined
      ? 'is not the id of an order here: send the job_id that the creation of the order returned, or send the content itself.'
      : problemOf(deps, product, job);
  if (job === undefined || problem !== undefined) throw invalid('from_job', `${problem}`);
  const { content, document } = job;
  const pdf = await readDocument(deps, job);
  if (content === undefined || document === undefined || pdf === undefined || !isIntact(job, pdf))
    throw invalid('from_job', notKept);
  const { key, partnerTakes } = printing;
  mustFit(pdf, partnerTakes, paper, 'from_job');
  const { sha256 } = document;
  const front = frontPageOf(product, { options: job.order, country, createdAt: deps.clock.now() });
  const isReplaced = typeof front === 'object';
  if (!isReplaced) await deps.documents.put(key, pdf);
  const quoted: QuotedContent = {
    kind: 'from_job',
    hash: sha256,
    pages: content.pages,
    document: isReplaced
      ? await replaceFrontPage(deps, front, { pdf, pages: content.pages }, paper, { ...printing, path: '' })
      : { key, sha256 },
    original: content.original ?? content.hash,
  };
  return {
    content: quoted,
    // The other warnings of an order are about its addresses, its requests and its tax, or are found again.
    warnings: job.warnings.filter(
      (warning) =>
        !('at' in warning) &&
        !['field_unknown', 'same_order', 'shared_area_code', 'tax_changed', 'flat_envelope'].includes(warning.code),
    ),
    options: optionsWith(front),
  };
}

/** The options by which a quote gets this page. */
function optionsWith(front: FrontPage | undefined): object {
  if (typeof front !== 'object') return front === undefined ? {} : { address_page: true };
  const { day: _, number: __, ...cover } = front;
  return { cover };
}

const notKept =
  'is an order whose document is not kept any more (60 days after it was sent to the partner, or 14 days after a return): send the content itself.';

/** Why the document of this order cannot be sent again. Anyone with the id of a job may read the job. */
function problemOf({ clock }: Deps, { name }: Product, job: Job): string | undefined {
  if (job.product !== name)
    return job.content === undefined
      ? `is an order for a ${job.product}, which has no document to send again: send the content itself.`
      : `is an order for a ${job.product}: quote a ${job.product}, or send the content itself.`;
  if (paymentStatus(job) !== 'paid')
    return 'is an order that is not paid, and its document is kept for two days only: pay that order, or send the content itself.';
  if (job.documentDeletedAt !== undefined)
    return 'is an order whose document was deleted at the request of its sender: send the content itself.';
  return isDocumentRetained(job, clock.now()) ? undefined : notKept;
}
