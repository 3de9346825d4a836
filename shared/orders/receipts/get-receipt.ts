/** Issues a job's receipt. It states only what has happened so far, and anyone can verify its signature offline. */
import * as z from 'zod/mini';
import { receiptIdOf } from '../../domain/ids.ts';
import { hashedLines } from '../../domain/input/quoted-content.ts';
import type { Job } from '../../domain/job/job.ts';
import { hasEnded, hasLeft, publicStatus, refundedInPart } from '../../domain/job/lifecycle.ts';
import { limitsSchema, priceFields, refundedFields } from '../../domain/money.ts';
import { productNames } from '../../domain/names.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';
import { findJob, type JobReference, jobReference, linkDescriptions } from '../follow/find-job.ts';
import { endedAt } from '../follow/progress.ts';
import { paymentModeOf } from '../pay/payment.ts';
import type { ToolUseCase } from '../use-case.ts';
import { integerField, optionalTime, priceShape, refundedShape, textField } from '../views.ts';

export const getReceipt: ToolUseCase<JobReference, Record<string, unknown>> = {
  name: 'get-receipt',
  summary: 'The signed receipt of a job: what was ordered, what was paid, what has happened so far.',
  tag: 'jobs',
  schemas: { answer: 'Receipt' },
  outcomes: {
    done: 'The current receipt, signed. It also has the fields that the product certifies: `to` and `from`, or `fax_number`; `pages`; for checks, the face amount and `instruction_sha256`.',
  },
  refusals: ['not_found'],
  limitedAs: 'reads',
  tool: {
    name: 'get_proof_of_mailing',
    title: 'Get the receipt of a job',
    next: () => 'Works for every product. Claim no more than it says.',
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    descriptions: linkDescriptions,
  },
  input: jobReference,
  output: z.looseObject({
    job_id: textField('As requested. It is not signed, because anyone who has it can cancel the job.'),
    receipt_id: textField('Identifies the job, but gives no access to it.'),
    service: z
      .enum(productNames)
      .check(z.describe('The product. The fields that it certifies are at the same level as this one.')),
    status: z
      .enum(['awaiting_payment', 'paid', 'with_partner', 'mailed', 'sent', 'cancelled', 'failed'])
      .check(z.describe('What has happened so far, and no more.')),
    statement: textField('The same in words.'),
    ...priceShape,
    limits: z.optional(limitsSchema),
    refund: textField('As in the status of the job.'),
    ...refundedShape,
    content_hash: z.optional(textField('SHA-256 of the content as sent.')),
    content_parts: z.optional(
      z
        .array(z.string())
        .check(
          z.describe(
            'With attachments or other parts: the list behind content_hash, a name and a SHA-256 for each part. Joined by line feeds, its SHA-256 is content_hash.',
          ),
        ),
    ),
    document_sha256: z.optional(textField('SHA-256 of the PDF that is sent to the partner.')),
    partner_id_hash: z
      .nullable(z.string())
      .check(
        z.describe(
          "A keyed hash of the order's id at the partner, once it has one. The partner's record cannot be read with it.",
        ),
      ),
    times: z.object({
      created_at: optionalTime('The job was created.'),
      paid_at: optionalTime('The payment arrived.'),
      with_partner_at: optionalTime('The partner accepted the order.'),
      mailed_at: optionalTime('It left the print facility.'),
      sent_at: optionalTime('The fax was sent.'),
      returned_at: optionalTime('This service learned that the carrier is returning it.'),
      ended_at: optionalTime('It was canceled or failed.'),
      document_deleted_at: optionalTime('The document was deleted at the request of its sender.'),
    }),
    payment_mode: z.enum(['mock', 'real']).check(z.describe('mock: a test; nothing was charged, mailed or sent.')),
    issued_at: integerField('When this receipt was written. Unix time in milliseconds.'),
    signature: textField(
      'A compact JWS (EdDSA) whose payload is this receipt without `job_id`; check it with /.well-known/jwks.json.',
    ),
  }),
  run: async (deps: Deps, { job_id }) => {
    const job = await findJob(deps, job_id);
    const { receipt, signature } = await signedReceipt(deps, job);
    return { outcome: 'done', body: { job_id, ...receipt, signature } };
  },
};

/** The current receipt and its signature. */
export async function signedReceipt(deps: Deps, job: Job) {
  const receipt = receiptOf(deps, job);
  return { receipt, signature: await deps.signer.sign({ ...receipt }) };
}

const statements = {
  awaiting_payment: 'No payment for the order has been received yet. Nothing is sent before it is paid.',
  paid: 'The order has been paid. Our partner has not confirmed it yet.',
  with_partner: 'The order has been paid and our partner has accepted it. Nothing has been sent yet.',
  mailed: 'The order has been paid and has left the print facility. This does not confirm delivery.',
  returned:
    'The order has been paid and has left the print facility. The carrier reports that it is on its way back to its sender. Returned mail is not refunded.',
  returned_and_refunded:
    'The order has been paid and has left the print facility. The carrier reports that it is on its way back to its sender.',
  sent: 'The order has been paid and the fax has been sent: the receiving machine confirmed every page.',
  cancelled: 'The order was canceled. Nothing was sent.',
  // A fax that was started, or whose line failed, may have been sent in part.
  stopped: 'The order was canceled, and nothing more will be sent.',
  failed: 'The order has failed, and nothing more will be sent.',
} as const;

function statementOf(job: Job, status: Exclude<keyof typeof statements, `returned${string}` | 'stopped'>): string {
  const { begun, partner_failed: failed } = job.firstSeenAt;
  const mayBePartial = productNamed(job.product).leftAs === 'sent' && (begun ?? failed) !== undefined;
  if (status === 'cancelled' && mayBePartial) return statements.stopped;
  if (status !== 'mailed' || !job.partner?.returned) return statements[status];
  const hasRefund = job.refund !== 'not_applicable' || refundedInPart(job) !== undefined;
  return statements[hasRefund ? 'returned_and_refunded' : 'returned'];
}

/** Receipts are shown to others, so they contain neither the job's id nor the partner's. */
function receiptOf({ clock, fingerprint, settings }: Deps, job: Job) {
  const product = productNamed(job.product);
  const jobStatus = publicStatus(job);
  const fulfilledAs = hasLeft(job) ? product.leftAs : ('with_partner' as const);
  const status = jobStatus === 'fulfilled' ? fulfilledAs : jobStatus;
  const partRefund = refundedInPart(job);
  const { createdAt, firstSeenAt } = job;
  return {
    receipt_id: receiptIdOf(job.id),
    service: job.product,
    status,
    statement: statementOf(job, status),
    ...product.receiptFields(job),
    ...priceFields(job.price),
    limits: job.limits,
    refund: job.refund,
    ...refundedFields(partRefund),
    content_hash: job.content?.hash,
    content_parts: job.content?.parts && hashedLines(job.content.parts),
    document_sha256: job.document?.sha256,
    // 128 bits are enough to be unique, and short enough for the QR code.
    partner_id_hash: job.partner === undefined ? null : fingerprint('partner order', job.partner.id).slice(0, 32),
    times: {
      created_at: createdAt,
      paid_at: firstSeenAt.paid ?? firstSeenAt.wrong_amount,
      with_partner_at: firstSeenAt.accepted,
      [`${product.leftAs}_at`]: firstSeenAt.dispatched,
      returned_at: firstSeenAt.returned,
      ended_at: hasEnded(job) ? endedAt(job) : undefined,
      document_deleted_at: job.documentDeletedAt,
    },
    payment_mode: paymentModeOf(job, settings),
    issued_at: clock.now(),
  };
}
