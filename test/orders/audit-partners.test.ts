/** The daily audit over HTTP: Stripe's, PostGrid's and Telnyx's books by their doubles, held against the jobs. */

import type { ServiceDeps } from '../../shared/config/app.ts';
import { dayOf } from '../../shared/domain/job/job.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import { advance } from '../../shared/orders/advance.ts';
import { audit } from '../../shared/orders/audit/audit.ts';
import { receivePaymentEvent } from '../../shared/orders/events/receive-payment-event.ts';
import { postgridCheques, postgridLetters } from '../../shared/partners/postgrid/postgrid.ts';
import { stripeEvent } from '../../shared/partners/stripe/event.ts';
import { stripePayments } from '../../shared/partners/stripe/stripe.ts';
import { telnyxFaxes } from '../../shared/partners/telnyx/telnyx.ts';
import { letterOrder } from '../support/contracts/orders.ts';
import { sampleRequest } from '../support/contracts/partner-promises.ts';
import { checkoutFor } from '../support/contracts/payment-promises.ts';
import { openPostgrid } from '../support/doubles/postgrid.ts';
import { startStripe } from '../support/doubles/stripe.ts';
import { telnyxDouble } from '../support/doubles/telnyx.ts';
import { WoundClock } from '../support/fakes/clock.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { placedAs } from '../support/fakes/orders.ts';

const hour = 3_600_000;
const forLong = Number.MAX_SAFE_INTEGER;
const nobody = `job_${'0'.repeat(26)}`;
const log = { alarm: () => {} };

async function openDeps() {
  const clock = new WoundClock();
  const now = () => clock.now();
  const stripe = await startStripe({ now });
  const postgrid = await openPostgrid({ now });
  const telnyx = await telnyxDouble({ clock });
  const { secretKey, url: apiBase } = stripe;
  const print = { apiKey: postgrid.apiKey, baseUrl: postgrid.baseUrl, log };
  const payments = stripePayments({ secretKey, webhookSecrets: [], apiBase, operator: {}, clock, log });
  const memory = memoryDeps({ deliver: () => false });
  const deps: ServiceDeps = {
    ...memory,
    clock,
    settings: { ...memory.settings, paymentProvider: 'stripe', webhookWaitMs: 0 },
    payments: { stripe: payments },
    partners: {
      ...memory.partners,
      letter: postgridLetters(print),
      check: postgridCheques(print),
      fax: telnyxFaxes({ ...telnyx.settings, apiBase: telnyx.base, clock, log }),
    },
    partnerNames: { ...memory.partnerNames, letter: 'postgrid', check: 'postgrid', fax: 'telnyx' },
  };
  const close = () => Promise.all([stripe.close(), postgrid.close(), telnyx.close()]);
  return { deps, clock, stripe, payments, alarms: memory.alarms, close };
}

type Opened = Awaited<ReturnType<typeof openDeps>>;
let opened: Opened;
beforeEach(async () => {
  opened = await openDeps();
});
afterEach(() => opened.close());

const sessionOf = async (jobId: string) => (await opened.deps.jobs.get(jobId))?.checkout?.id ?? '';

/** A job that is paid at Stripe, reported to the service, and submitted to the partner. */
async function sold(product: ProductName): Promise<string> {
  const { deps, stripe } = opened;
  const jobId = await placedAs(deps, product);
  const event = stripe.pay(await sessionOf(jobId));
  await receivePaymentEvent(deps, stripeEvent(JSON.stringify(event), 'stripe'));
  await advance(deps, jobId);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled' });
  return jobId;
}

/** The day's audit, two hours later. */
async function audited() {
  const { deps, clock } = opened;
  const day = dayOf(clock.now());
  await clock.wind(2 * hour);
  return audit(deps, day, forLong);
}

test('extra orders at the doubles are found, each with its job and the partner’s own id', async () => {
  const { deps, clock, stripe, payments, alarms } = opened;
  const [refunded, twice, lost] = [await sold('fax'), await sold('letter'), await sold('letter')];
  stripe.refundByHand(await sessionOf(refunded));
  await deps.partners.letter?.submit(sampleRequest('letter', letterOrder('none'), `${twice}-2`));
  const job = await deps.jobs.get(lost);
  if (job?.partner) await deps.jobs.replace({ ...job, partner: { ...job.partner, id: 'letter_lost' } });
  stripe.pay((await payments.open(checkoutFor(nobody, clock.now()))).id);
  const unheard = await placedAs(deps, 'letter');
  stripe.pay(await sessionOf(unheard));
  const { differences } = await audited();
  expect(differences.map(({ kind, job_id }) => `${kind} ${job_id}`).sort()).toEqual(
    [
      `refund_not_in_job ${refunded}`,
      `second_order ${twice}`,
      `second_order ${lost}`,
      `order_missing ${lost}`,
      `payment_without_job ${nobody}`,
      `payment_not_in_job ${unheard}`,
    ].sort(),
  );
  expect(differences).toContainEqual({ kind: 'order_missing', job_id: lost, partner_id: 'letter_lost' });
  expect(alarms.filter(({ message }) => message === 'difference')).toHaveLength(6);
});
