/** Bodies never hold the event loop, so that one caller cannot stop all others: 4 MB of the worst in every field. */
import { join } from 'node:path';
import { productNames } from '../../../shared/domain/names.ts';
import { requestExample } from '../../../shared/web/openapi/examples.ts';
import { operations } from '../../../shared/web/openapi/operations.ts';
import { registered } from '../../support/e2e/desk.ts';
import { running, type Service, startService } from '../../support/e2e/service.ts';
import { type WorstBody, worstBodies } from '../../support/e2e/worst-bodies.ts';
import { sample } from '../../support/proofs.ts';
import { changed } from '../../support/schema-fields.ts';

const monitor = join(import.meta.dirname, '..', '..', 'support', 'e2e', 'loop-monitor.ts');
const service = running(() => startService({ NODE_OPTIONS: `--import=${monitor}` }));

/** A longer pause of all other callers is felt. */
const mostHeldMs = 100;

async function heldMs(): Promise<number> {
  const address = /^loop monitor (\S+)$/m.exec(service.log())?.[1];
  return Number(await (await fetch(address ?? '')).text());
}

/** The shortest of three, because a busy machine holds every process. A short first one is enough. */
async function heldBy({ path, type, body }: WorstBody): Promise<number> {
  const sent = body();
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && shortest > mostHeldMs; run += 1) {
    await heldMs();
    const accept = 'application/json, text/event-stream';
    await service.post(`${service.origin}${path}`, sent, { 'content-type': type, accept });
    shortest = Math.min(shortest, await heldMs());
  }
  return shortest;
}

/** Requests that would be served, so that the worst value gets as far as it can. */
async function requestsTo(one: Service): Promise<Record<string, unknown>> {
  const account = await registered(one);
  const requests: Record<string, unknown> = Object.fromEntries(
    operations.map((useCase) => [useCase.name, requestExample(useCase)]),
  );
  for (const product of productNames) {
    const path = product === 'letter' ? '/quotes' : `/${product}-quotes`;
    const { quote_id } = await one.make(path, requests[`quote-${product}`] as object);
    const order = changed(requests[`create-${product}-job`], ['quote_id'], quote_id);
    requests[`create-${product}-job`] =
      product === 'check' ? changed(order, ['check', 'bank_account'], account) : order;
  }
  return requests;
}

test(`none of the worst bodies holds the event loop for more than ${mostHeldMs} ms`, async () => {
  const bodies = worstBodies(await requestsTo(service));
  const tooLong: string[] = [];
  // In another order, so that the first of each kind is not always of the same endpoint.
  const mixed = bodies.map((_, at) => bodies[(at * 7_919) % bodies.length] as WorstBody);
  for (const worst of sample(mixed, 1_000, 'worst bodies', ({ made }) => made)) {
    const ms = await heldBy(worst);
    if (ms > mostHeldMs) tooLong.push(`${worst.place}: ${worst.made}: ${ms.toFixed()} ms`);
  }
  expect(tooLong).toEqual([]);
}, 600_000);
