/** The events of test mode's payment provider: in Stripe's shape, and sent to the address of the real one. */
import type { Payment } from '../../domain/job/payment.ts';
import { callTimeoutMs } from '../../domain/retry.ts';
import type { TestSession } from '../payments.ts';
import { stripe } from '../stripe/facts.ts';

type Announced = TestSession & { readonly payment: Payment };

/** The payer of the test mode, where no other address is typed. */
export const testPayer = 'payer@example.com';

/** The event that the provider would send for a session that has ended, in Stripe's shape. */
export const mockEvent = (
  { id, status, payment, request, payerEmail = testPayer }: Announced,
  eventId: string,
  now: number,
): object => ({
  id: eventId,
  object: 'event',
  livemode: false,
  created: Math.floor(now / 1_000),
  type: status === 'paid' ? 'checkout.session.completed' : 'checkout.session.expired',
  data: {
    object: {
      id,
      object: 'checkout.session',
      status: status === 'paid' ? 'complete' : 'expired',
      payment_status: status === 'paid' ? 'paid' : 'unpaid',
      amount_total: payment.amountCents,
      currency: payment.currency.toLowerCase(),
      client_reference_id: request.jobId,
      metadata: { job_id: request.jobId },
      payment_intent: status === 'paid' ? payment.id : null,
      customer_details: status === 'paid' ? { email: payerEmail } : null,
    },
  },
});

/** Whether the service has confirmed it. It may take long, because it answers when the job has settled. */
export async function deliver(event: object, baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/webhooks/${stripe.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
    signal: AbortSignal.timeout(2 * callTimeoutMs),
  });
  return answer.ok;
}
