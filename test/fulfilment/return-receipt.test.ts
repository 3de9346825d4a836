/** A letter with a return receipt: who has signed is told in any order, and the file with the signature is never lost. */
import fc from 'fast-check';
import { sha256Hex } from '../../shared/core/digest.ts';
import { apply } from '../../shared/core/job/apply.ts';
import type { Lifecycle } from '../../shared/core/job/lifecycle.ts';
import type { Progress } from '../../shared/core/job/progress.ts';
import { scanCodes } from '../../shared/core/job/scans.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import { fetchSignature } from '../../shared/fulfilment/document.ts';
import { readProgress } from '../../shared/fulfilment/read-progress.ts';
import { reconcile } from '../../shared/fulfilment/reconcile.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { receivePartnerEvent } from '../../shared/usecases/events/receive-partner-event.ts';
import { getJob } from '../../shared/usecases/jobs/get-job.ts';
import { showPayPage } from '../../shared/usecases/pay/show-pay-page.ts';
import { showSignature } from '../../shared/usecases/preview/show-preview.ts';
import { getReceipt } from '../../shared/usecases/receipts/get-receipt.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, jobOf, ordered, orderFor, paid, quoted } from '../support/fakes/orders.ts';
import { alive, now } from '../support/lives.ts';
import { words } from '../support/pages/reading.ts';
import { plainReader } from '../support/pages/views.ts';

const day = 24 * 3_600_000;
const pdf = new TextEncoder().encode('%PDF-1.4 signed');

let deps: MemoryDeps;
let jobId: string;
/** The partner's next answers to the question for the file; the last one stays. */
let answers: (Uint8Array | 'unknown' | Error)[];
let asks: number;

beforeEach(async () => {
  deps = memoryDeps({ readyMs: 1_000 * 3_600_000 });
  const { quote_id } = await quoted(deps, { registered: true, return_receipt: true });
  jobId = (await ordered(deps, orderFor(quote_id))).body.job_id as string;
  await paid(deps, jobId);
  [answers, asks] = [[pdf], 0];
  const signature = async () => {
    asks += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer ?? 'unknown';
  };
  Object.assign(deps.partners, { letter: { ...deps.partners.letter, signature } });
});

const told = async (progress: Progress): Promise<void> => {
  const partnerId = `${(await jobOf(deps, jobId)).partner?.id}`;
  await receivePartnerEvent(deps, { kind: 'order', partnerId, view: { progress } });
  await deps.clock.wind(0);
};
/** Time, in which whatever is due is found. */
const pass = async (ms: number): Promise<void> => {
  await deps.clock.wind(ms);
  await reconcile(deps, 60_000);
  await deps.clock.wind(60_000);
};
const signed: Progress = { stage: 'dispatched', returnReceipt: { status: 'signed', signedAt: now } };
const view = async () => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
const page = async () => words(payPage(await showPayPage(deps, (await jobOf(deps, jobId)).payCode), plainReader));

test('the signature is fetched, kept, shown by the link alone and hashed in the receipt; it is no delivery by itself', async () => {
  await told({ stage: 'dispatched' });
  expect((await view()).return_receipt).toEqual({ status: 'ordered' });
  await told(signed);
  const { payCode, baseUrl } = await jobOf(deps, jobId);
  const file_url = `${baseUrl}/pay/${payCode}/signature.pdf`;
  expect(await view()).toMatchObject({
    return_receipt: { status: 'signed', signed_at: now, file_url },
    delivery_status: 'awaiting_tracking',
  });
  expect(await showSignature(deps, payCode)).toEqual({ pdf });
  expect(await page()).toContain('Open the signature (PDF)');
  const { body } = await ask(getReceipt, deps, { job_id: jobId }, caller);
  expect(body.return_receipt).toEqual({
    ...{ status: 'signed', signed_at: now },
    signature_sha256: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(JSON.stringify(body)).not.toContain('signature.pdf');
  expect(asks).toBe(1);
  await deps.clock.wind(31 * day);
  await expect(showSignature(deps, payCode)).rejects.toMatchObject({ code: 'not_found' });
  expect(await page()).toContain('is not kept any more');
});

test('while its file is away the partner is asked again, also after its last news, and the page says so', async () => {
  answers = ['unknown', new Error('ECONNRESET'), 'unknown', pdf];
  await told({ ...signed, delivered: true, final: true });
  expect((await view()).return_receipt).toEqual({ status: 'signed', signed_at: now });
  expect(await page()).toContain('is not here yet. We ask our print partner for it again');
  const { payCode } = await jobOf(deps, jobId);
  await expect(showSignature(deps, payCode)).rejects.toMatchObject({ code: 'not_found' });
  for (let hours = 0; hours < 24 && asks < 4; hours += 1) await pass(3_600_000);
  expect(await showSignature(deps, payCode)).toEqual({ pdf });
  expect(await jobOf(deps, jobId)).toMatchObject({ partner: { final: true } });
  expect((await jobOf(deps, jobId)).dueAt).toBeUndefined();
  expect(asks).toBe(4);
});

test('the partner is asked for a lost file for sixty days, ever more rarely, and then no more', async () => {
  answers = ['unknown'];
  await told({ ...signed, final: true });
  for (let days = 0; days < 70; days += 1) await pass(day);
  expect(asks).toBeGreaterThan(50);
  expect(asks).toBeLessThan(140);
  expect((await jobOf(deps, jobId)).dueAt).toBeUndefined();
});

test.each([
  ['an HTML page', new TextEncoder().encode('<script>alert(1)</script>')],
  ['a file of 5 MB', Buffer.concat([pdf, Buffer.alloc(5_000_000)])],
])('%s is not taken for a signature: a person is called', async (_, bytes) => {
  answers = [bytes];
  await told(signed);
  expect((await view()).return_receipt).toEqual({ status: 'signed', signed_at: now });
  expect(deps.alarms).toMatchObject([{ message: 'a signature is no PDF of up to 4 MB' }]);
});

test('a process that dies after it has stored the file loses nothing: the next one asks again', async () => {
  const { replace } = deps.jobs;
  await told({ stage: 'dispatched' });
  let isDead = true;
  Object.assign(deps.jobs, {
    replace: async (job: Parameters<typeof replace>[0]) => {
      if (isDead && job.returnReceipt?.file !== undefined) throw new Error('it is dead');
      return replace(job);
    },
  });
  await told(signed).catch(() => undefined);
  await advance(deps, jobId).catch(() => undefined);
  expect((await jobOf(deps, jobId)).returnReceipt?.file).toBeUndefined();
  isDead = false;
  await pass(3_600_000);
  expect((await jobOf(deps, jobId)).returnReceipt?.file).toMatchObject({ at: expect.any(Number) });
});

test('a reader that stood still with older news does not put off the file', async () => {
  await told({ stage: 'dispatched' });
  const { letter } = deps.partners;
  const read = async () => {
    await deps.clock.sleep(30_000);
    return { progress: { stage: 'completed', final: true, returnReceipt: { status: 'none_obtained' } } } as const;
  };
  Object.assign(deps.partners, { letter: { ...letter, read } });
  answers = ['unknown', pdf];
  const job = await jobOf(deps, jobId);
  await deps.clock.wind(60_000);
  const reading = readProgress(deps, job);
  await told(signed);
  await reading;
  expect(await jobOf(deps, jobId)).toMatchObject({ partner: { final: true }, dueAt: expect.any(Number) });
  await pass(3_600_000);
  expect(await showSignature(deps, job.payCode)).toEqual({ pdf });
});

test('two that ask for the file at once and are given other bytes leave the recorded one as it was', async () => {
  const signature = async () => {
    asks += 1;
    const made = new TextEncoder().encode(`%PDF-1.4 made for question ${asks}`);
    await deps.clock.sleep(asks * 1_000);
    return made;
  };
  Object.assign(deps.partners, { letter: { ...deps.partners.letter, signature } });
  await told(signed);
  await fetchSignature(deps, await jobOf(deps, jobId));
  const { returnReceipt, payCode } = await jobOf(deps, jobId);
  expect(asks).toBe(2);
  const shown = await showSignature(deps, payCode);
  expect('pdf' in shown && sha256Hex(shown.pdf)).toBe(returnReceipt?.file?.sha256);
});

test('whoever was told that nobody has signed is told of a signature, once', async () => {
  const types = () => deps.outboxes.all().flatMap(({ deliveries }) => deliveries.map(({ event }) => event.type));
  deps = memoryDeps({ readyMs: 1_000 * 3_600_000 });
  const { quote_id } = await quoted(deps, { registered: true, return_receipt: true });
  const notify = { webhook_url: 'https://shop.example.com/hooks' };
  jobId = (await ordered(deps, orderFor(quote_id, {}, { notify }))).body.job_id as string;
  await paid(deps, jobId);
  await told({ stage: 'dispatched', returnReceipt: { status: 'none_obtained' } });
  for (const news of [signed, signed]) await told(news);
  expect(types().filter((type) => type === 'letter.return_receipt')).toHaveLength(2);
});

test('what a carrier is said to have done before the letter has left is told once it has left', async () => {
  const early = { scans: [{ code: 'entered', at: now - 5 }], returnReceipt: { status: 'none_obtained' } } as const;
  await told({ stage: 'in_progress', ...early });
  const before = await view();
  expect(before).toMatchObject({ fulfillment_status: 'in_production', return_receipt: { status: 'ordered' } });
  expect([before.carrier_scans, before.scan_notice]).toEqual([undefined, undefined]);
  expect(JSON.stringify(before.timeline)).not.toContain('scanned');
  await told({ stage: 'dispatched' });
  expect(await view()).toMatchObject({
    carrier_scans: [{ code: 'entered', at: now - 5 }],
    return_receipt: { status: 'none_obtained' },
    timeline: expect.arrayContaining([{ step: 'scanned', at: now - 5, scan: 'entered' }]),
  });
});

test('mail that comes back unsigned has no signature, and is asked for none', async () => {
  await told({ stage: 'dispatched', returned: true, final: true });
  expect((await view()).return_receipt).toEqual({ status: 'none_obtained' });
  expect(await page()).toContain('Nobody has signed for it. Nothing is refunded');
  expect(asks).toBe(0);
});

const news: fc.Arbitrary<Progress> = fc.record(
  {
    stage: fc.constantFrom('in_progress', 'dispatched', 'completed'),
    returned: fc.boolean(),
    final: fc.boolean(),
    scans: fc.array(fc.record({ code: fc.constantFrom(...scanCodes), at: fc.integer({ min: now - 9, max: now }) })),
    returnReceipt: fc.constantFrom(
      { status: 'none_obtained' } as const,
      { status: 'signed', signedAt: now - 5 } as const,
    ),
  },
  { requiredKeys: ['stage'] },
);

test('in any order of news a signature is never taken back, and no money and no delivery come of it', () => {
  fc.assert(
    fc.property(fc.array(news, { minLength: 1, maxLength: 8 }), (all) => {
      const after = all.reduce<Lifecycle>(
        (job, progress, at) => apply(job, { kind: 'progressed', progress }, now + at) ?? job,
        alive('fulfilled'),
      );
      const statuses = all.flatMap(({ returnReceipt }) => returnReceipt?.status ?? []);
      const best = statuses.includes('signed') ? 'signed' : statuses[0];
      expect(after.returnReceipt?.status).toBe(best);
      expect(after.returnReceipt?.signedAt).toBe(best === 'signed' ? now - 5 : undefined);
      expect([after.partner?.delivered, after.refund, after.state]).toEqual([undefined, 'not_applicable', 'fulfilled']);
    }),
  );
});

test('in any order of events the file is here in the end, if the partner gives it at last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(news, { minLength: 1, maxLength: 5 }), fc.nat(3), async (all, away) => {
      const before = await jobOf(deps, jobId);
      answers = [...Array.from({ length: away }, () => 'unknown' as const), pdf];
      for (const progress of all) await told(progress);
      await told(signed);
      for (let days = 0; days < 4; days += 1) await pass(day);
      const { returnReceipt } = await jobOf(deps, jobId);
      const key = expect.stringContaining(`paid/${jobId}-signature-`);
      expect(returnReceipt).toMatchObject({ status: 'signed', file: { key } });
      await deps.jobs.replace({ ...before, version: (await jobOf(deps, jobId)).version });
    }),
    { numRuns: 15 },
  );
});
