/** The promises of two versions that work at the same time or one after the other. Each answer names what is broken. */

import { shardOf } from '../../../shared/core/ids.ts';
import { needsAccount, paidOn, waiting, wakesAt } from '../../../shared/core/job/waiting.ts';
import type { ProductName } from '../../../shared/core/product-names.ts';
import type { Deps } from '../../../shared/ports/deps.ts';
import type { Jobs } from '../../../shared/ports/jobs.ts';
import type { Partner } from '../../../shared/ports/partner.ts';
import { acceptedOrder } from '../contracts/orders.ts';
import { sampleRequest } from '../contracts/partner-promises.ts';
import { depsAround } from '../fakes/around.ts';
import { type MemoryDeps, memoryDeps } from '../fakes/deps.ts';
import { queueBy } from '../fakes/memory.ts';
import { caller, quotedAs, requestFor } from '../fakes/orders.ts';
import { fates, seeded } from '../simulation/chance.ts';
import { chaos } from '../simulation/chaos.ts';
import { calm, type World } from '../simulation/worlds/world.ts';
import { type SharedTable, sharedTable } from './shared-table.ts';
import type { Version } from './version.ts';

type Pair = readonly [one: Version, other: Version];

const minute = 60_000;

/** Both work from the first minute until that one. Five minutes are the canary. */
const bothUntil = (end: number, [before, chance, after]: readonly [number, number, number], age: number): number =>
  [before, chance, after][Number(age >= minute) + Number(age >= end * minute)] ?? after;

/** Which of the two works `ageMs` after the start: 0, 1, or by chance. */
export const orders: Readonly<Record<string, (ageMs: number, chance: number) => number>> = {
  'the one, then both, then the other': (age, chance) => bothUntil(6, [0, chance, 1], age),
  'the other, then both, then the one': (age, chance) => bothUntil(6, [1, chance, 0], age),
  'there and back': (age, chance) => (age < 5 * minute ? bothUntil(3, [0, chance, 1], age) : 0),
};

/** The world as the processes of a version see it. */
const asSeenBy = <D extends Deps>(deps: D, { jobsIn, collection }: Version, { table }: SharedTable): D => ({
  ...deps,
  // The measured waits are not looked at, and 32 shards are many questions.
  jobs: { ...deps.jobs, ...jobsIn(table), waiting: async () => [] },
  idempotencyKeys: collection(table),
});

/** Nothing goes wrong besides, and nobody is told: news has runs of its own. The versions change places within minutes. */
const withoutNews: World = (...given) => ({ ...calm(...given), isBrief: true });

/** A seeded run of `chaos` on one table. Both versions take messages from the queue; calls and messages get lost. */
export async function lived(
  pair: Pair,
  worksAt: (typeof orders)[string],
  seed: number,
  shared = sharedTable(),
): Promise<string[]> {
  const random = seeded(~seed);
  let base: MemoryDeps | undefined;
  const plant = (made: MemoryDeps): MemoryDeps => {
    const startedAt = made.clock.now();
    const isRough = () => made.clock.now() < startedAt + 6 * minute;
    const working = () => pair[worksAt(made.clock.now() - startedAt, random() < 0.5 ? 0 : 1) === 0 ? 0 : 1];
    const queue = queueBy(async (jobId, delayMs) => {
      if (isRough() && random() < 0.1) return;
      const work = async () => {
        const version = working();
        const worker = depsAround(
          asSeenBy(deps, version, shared),
          fates(made.clock, random, () => (isRough() ? 0.15 : 0)),
        );
        await version.advance(worker, jobId).catch(() => {});
      };
      void made.clock.sleep(delayMs).then(work);
    });
    const seen = asSeenBy(made, pair[0], shared);
    const due: Jobs['due'] = (...asked) =>
      working()
        .jobsIn(shared.table)
        .due(...asked);
    const deps: MemoryDeps = { ...seen, queue, jobs: { ...seen.jobs, due, all: shared.jobs } };
    base = deps;
    return deps;
  };
  const { broken } = await chaos(seed, plant, withoutNews);
  const found = base === undefined ? [] : await Promise.all(pair.map((version) => unfound(version, shared)));
  const lost = shared.unmarked().length > 0 ? ['what the other version has written of a job is kept'] : [];
  return [...broken, ...found.flat(), ...lost];
}

/** Each job is found by all that it can be looked for by, whichever version wrote it last. */
async function unfound(version: Version, { table, jobs: all }: SharedTable): Promise<string[]> {
  const jobs = version.jobsIn(table);
  const late = Number.MAX_SAFE_INTEGER;
  const found = await Promise.all(
    all().map(async (job) => {
      const [wait, day, account] = [waiting(job), paidOn(job), needsAccount(job)];
      const has = async (list: Promise<readonly { readonly id: string }[]>) =>
        (await list).some(({ id }) => id === job.id);
      return {
        'its pay code': (await jobs.idByPayCode(job.payCode)) === job.id,
        "the partner's id": job.partner === undefined || (await jobs.idByPartnerId(job.partner.id)) === job.id,
        'what is due': wakesAt(job) === undefined || (await has(jobs.due({ before: late }, 9))),
        'what waits': wait === undefined || (await has(jobs.waiting(wait.for, 9))),
        'the day of its payment': day === undefined || (await jobs.paidOn(day, shardOf(job.id))).ids.includes(job.id),
        'its bank account': account === undefined || (await jobs.drawingOn(account)).ids.includes(job.id),
      };
    }),
  );
  const missing = found.flatMap((job) => Object.entries(job).flatMap(([by, isFound]) => (isFound ? [] : [by])));
  return [...new Set(missing)].map((by) => `a job is found by ${by}`);
}

/** The same request under one idempotency key, at one version and then at the other. */
export async function repeated([one, other]: Pair): Promise<string[]> {
  const shared = sharedTable();
  const base = memoryDeps();
  const request = requestFor('letter', (await quotedAs(base, 'letter')).quote_id, 'none', { idempotency_key: 'key-1' });
  for (const version of [one, other]) {
    const { ask, createJob, productNamed } = version;
    await ask(createJob(productNamed('letter')), asSeenBy(base, version, shared), request, caller);
  }
  return shared.jobs().length === 1 ? [] : ['the same request makes one job'];
}

/** Requests to the partners with idempotency keys, as each version makes them of the same job. */
export async function compared([one, other]: Pair): Promise<string[]> {
  const [ofOne, ofOther] = [await requestsBy(one), await requestsBy(other)];
  return ofOne.flatMap((bytes, at) =>
    bytes === ofOther[at] ? [] : ['a repeated call sends the bytes of the first one under its key'],
  );
}

async function requestsBy({ postgridLetters, postgridCheques, lobLetters }: Version): Promise<string[]> {
  const settings = { apiKey: 'test_key', baseUrl: 'http://127.0.0.1', timeoutMs: 1_000, submitTimeoutMs: 1_000 };
  const connection = { ...settings, log: { alarm: () => {} } };
  const partners: readonly (readonly [ProductName, Partner])[] = [
    ['letter', postgridLetters(connection)],
    ['check', postgridCheques(connection)],
    ['letter', lobLetters({ ...connection, now: () => 0 })],
  ];
  const sent: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (url, { method, headers, body } = {}) => {
    const key = new Headers(headers).get('idempotency-key');
    sent.push([method, `${url}`, key, await new Response(body).text()].join('\n'));
    return new Response('{}', { status: 503 });
  };
  try {
    for (const [product, partner] of partners)
      await partner.submit(sampleRequest(product, acceptedOrder(product, 'none'), 'job_1'));
  } finally {
    globalThis.fetch = fetch;
  }
  return sent;
}
