/** The webhooks of the OpenAPI document describe the events that jobs send. */
import { manifest } from '../../functions/manifest.ts';
import { apply } from '../../shared/domain/job/apply.ts';
import type { Job, JobEvent } from '../../shared/domain/job/job.ts';
import type { Fact } from '../../shared/domain/job/lifecycle.ts';
import { type ProductName, productNames } from '../../shared/domain/names.ts';
import { payloadOf } from '../../shared/notify/send-webhook.ts';
import { withNewEvents } from '../../shared/orders/record.ts';
import { productNamed } from '../../shared/products/index.ts';
import { openApiDocument } from '../../shared/web/openapi/document.ts';
import { eventTypesOf, eventView } from '../../shared/web/openapi/schemas.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf } from '../support/fakes/orders.ts';
import { checkout, order, payment, progressed } from '../support/lives.ts';
import { hook, placedWithNotify } from '../support/notified-jobs.ts';

const opened: Fact = { kind: 'checkout_opened', checkout };
const paid: Fact = { kind: 'paid', payment };
const atPartner: readonly Fact[] = [opened, paid, { kind: 'claimed' }, { kind: 'accepted', order }];
const dispatched = [...atPartner, progressed('in_progress'), progressed('dispatched')];
const rejected: readonly Fact[] = [opened, paid, { kind: 'claimed' }, { kind: 'rejected', error: 'no', cause: 'ours' }];

/** The facts that lead to each event. The last fact of a list causes the event. */
const lives: Readonly<Record<string, readonly Fact[]>> = {
  created: [opened],
  paid: [opened, paid],
  handed_over: atPartner,
  in_production: [...atPartner, progressed('in_progress')],
  mailed: dispatched,
  sent: dispatched,
  scanned: [...dispatched, progressed('dispatched', { scans: [{ code: 'entered' }] })],
  pickup_available: [
    ...dispatched,
    progressed('dispatched', { tracking: { number: '1Z' }, scans: [{ code: 'pickup_available' }] }),
  ],
  delivered: [...dispatched, progressed('dispatched', { delivered: true })],
  returned: [...dispatched, progressed('dispatched', { returned: true })],
  failed: rejected,
  cancelled: [opened, paid, { kind: 'cancel_claimed' }, { kind: 'refund_unknown' }],
  expired: [opened, { kind: 'checkout_expired' }],
  refund_issued: [opened, paid, { kind: 'cancel_claimed' }, { kind: 'refund_unknown' }, { kind: 'refunded' }],
  refund_needs_support: [...rejected, { kind: 'refund_refused' }],
};

const deps = memoryDeps();

/** The events that these facts cause. */
function eventsOf(unopened: Job, facts: readonly Fact[]): readonly JobEvent[] {
  let job = unopened;
  for (const [at, fact] of facts.entries()) {
    const changed = apply(job, fact, at * 60_000);
    if (changed === undefined) throw new Error(`${fact.kind} changes nothing in ${job.state}`);
    job = withNewEvents(deps, job, changed, at * 60_000);
  }
  return job.events?.pending ?? [];
}

/** A job before its first fact. Only registered mail is tracked. */
async function newJob(product: ProductName, registered = false): Promise<Job> {
  const ownDeps = memoryDeps({ deliver: () => false });
  const job = await jobOf(ownDeps, await placedWithNotify(ownDeps, { webhook_url: hook }, product));
  const { checkout: _, events: __, ...unopened } = job;
  return { ...unopened, firstSeenAt: {}, order: { ...(job.order as object), registered } };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests read members of any depth
const { webhooks } = openApiDocument(manifest, '/v1') as any;

describe.each(productNames)('webhooks of %s jobs', (product) => {
  const types = eventTypesOf(productNamed(product));
  const schema = eventView(productNamed(product));

  test('the example of a webhook is the first event of a job', () => {
    const { example } = webhooks[`${product}Event`].post.requestBody.content['application/json'];
    expect(schema.parse(example)).toEqual(example);
    expect(example).toMatchObject({ type: types[0], data: { status: 'awaiting_payment', payment_status: 'pending' } });
  });

  test.each(types)('the event %s fits the schema of its webhook', async (type) => {
    const job = await newJob(product, /delivered|pickup/.test(type));
    const event = eventsOf(job, lives[type.slice(product.length + 1)] ?? []).at(-1);
    const sent = event && payloadOf({ jobId: job.id, to: hook }, event);
    expect(sent?.type).toBe(type);
    expect(schema.parse(sent)).toEqual(sent);
  });

  test('jobs send only events that the document lists', async () => {
    const job = await newJob(product);
    // Carriers cause the others.
    const possible = Object.entries(lives).filter(
      ([name]) => !['delivered', 'returned', 'scanned', 'pickup_available'].includes(name),
    );
    const sent = possible.flatMap(([, facts]) => eventsOf(job, facts).map((event) => event.type));
    expect([...new Set(sent)].filter((type) => !types.includes(type))).toEqual([]);
  });
});
