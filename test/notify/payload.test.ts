/** An event for a receiver is small, says nothing of people, and does not come without end. */

import { maxUrlLength } from '../../shared/domain/input/content.ts';
import { type Events, eventsAfter, maxEvents } from '../../shared/domain/job/event.ts';
import { initialLifecycle, type Lifecycle } from '../../shared/domain/job/lifecycle.ts';
import type { Checkout } from '../../shared/domain/job/payment.ts';
import { productNames } from '../../shared/domain/names.ts';
import { payloadOf } from '../../shared/notify/tell-webhook.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { orderedAs, paid, quotedAs, reconcileFor, requestFor, samples } from '../support/fakes/orders.ts';

const long = 'requires_a_person_at_the_partner';
const statuses = { status: long, payment: long, fulfillment: long, delivery: long };

test('the longest body is under 4 kB', () => {
  const to = `https://${'a'.repeat(maxUrlLength - 'https://.example.com'.length)}.example.com`;
  const event = { number: maxEvents, type: 'letter.refund_needs_support', at: 0, statuses } as const;
  const body = payloadOf({ jobId: `job_${'z'.repeat(26)}`, to }, event);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(4_000);
});

/** Every text of a request, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' ? [value] : [];
}

test.each(productNames)('no event of a %s repeats what was ordered, or for whom', async (product) => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, product);
  const notify = { webhook_url: 'https://shop.example.com/hooks' };
  const request = requestFor(product, quote_id, 'none', { notify });
  await paid(deps, (await orderedAs(deps, product, request)).body.job_id as string);
  await reconcileFor(deps, 10);
  const heard = deps.receivers.heard.map(({ body }) => body).join('\n');
  expect(deps.receivers.heard.length).toBeGreaterThan(4);
  // Words like a country's two letters occur in any text.
  const words = textsIn({ ...samples[product].quote, ...samples[product].order('none') }).filter(
    (each) => each.length > 5,
  );
  expect(words.length).toBeGreaterThan(1);
  expect(words.filter((each) => heard.includes(each))).toEqual([]);
});

test('a job that fails and recovers forever has twenty events', () => {
  const life = initialLifecycle(0);
  const checkout: Checkout = { provider: 'mock', id: 'cs_1', url: 'https://pay.example.com/1', expiresAt: 0 };
  const standing = (state: Lifecycle['state']): Lifecycle => ({ ...life, state, checkout });
  let events: Events | undefined;
  for (let turn = 0; turn < maxEvents + 5; turn += 1)
    events =
      eventsAfter(events, standing('needs_review'), standing('failed'), turn, () => ({
        product: 'letter',
        leftAs: 'mailed',
        statuses,
      })) ?? events;
  expect(events?.count).toBe(maxEvents);
  expect(events?.pending).toHaveLength(maxEvents);
});
