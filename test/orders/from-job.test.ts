/** Sending an order's document again: the same bytes at today's price, if the order is paid and its document still stored. */
import type { Job } from '../../shared/domain/job/job.ts';
import { documentKeptUntil, paidDocumentKey } from '../../shared/orders/document.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import {
  ada,
  changeJob,
  jobOf,
  ordered,
  orderedAs,
  paid,
  placed,
  placedAs,
  quoted,
  quotedAs,
  submitted,
} from '../support/fakes/orders.ts';
import { letterPrice } from '../support/prices.ts';

const day = 86_400_000;
const eve = { ...ada, name: 'Eve Moneypenny', addressLine1: '7 Other Road' };

/** Quotes the document of an earlier letter again. */
const quoteAgain = (deps: MemoryDeps, from_job: unknown, fields: object = {}) =>
  quoted(deps, { text: undefined, from_job, ...fields });

const orderAgain = async (deps: MemoryDeps, quote: Record<string, unknown>, to: object = ada) => {
  const { quote_id, content_hash } = quote;
  return (await ordered(deps, { quote_id, letter: { to, from: ada, content_hash } })).body;
};

const returnMail = (deps: MemoryDeps, jobId: string) =>
  changeJob(deps, jobId, ({ partner, firstSeenAt }) => ({
    ...(partner && { partner: { ...partner, stage: 'completed', returned: true } }),
    firstSeenAt: { ...firstSeenAt, returned: deps.clock.now() },
  }));

test('for a different recipient the partner gets the bytes of the first order, whose hash is the content hash', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  const sha256 = (await jobOf(deps, first)).document?.sha256;
  const quote = await quoteAgain(deps, first);
  expect(quote).toMatchObject({ content_hash: sha256, pages: 1, total: letterPrice().total });
  const { job_id } = await orderAgain(deps, quote, eve);
  await paid(deps, `${job_id}`);
  expect(deps.orders.all().map(({ documentSha256 }) => documentSha256)).toEqual([sha256, sha256]);
  expect((await jobOf(deps, `${job_id}`)).order).toMatchObject({ to: { lastName: 'Moneypenny' } });
});

test('a reused document is priced with the options of the new quote', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  const quote = await quoteAgain(deps, first, { color: true, registered: true });
  expect(quote).toMatchObject({ color: true, registered: true });
  expect(Number(quote.amount_cents)).toBeGreaterThan(letterPrice().amount_cents);
});

test('a document that was sent again can be sent once more, even if the first order’s document is gone', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  const quote = await quoteAgain(deps, first);
  deps.documents.files.delete(paidDocumentKey({ id: first }));
  const second = `${(await orderAgain(deps, quote, eve)).job_id}`;
  await paid(deps, second);
  expect(await quoteAgain(deps, second)).toMatchObject({ content_hash: (await jobOf(deps, first)).document?.sha256 });
});

test('a reused document includes its address page and attachments, and nothing can be added to it', async () => {
  const deps = memoryDeps();
  const attachments = [{ pdf_url: 'https://example.com/annex.pdf' }];
  const content = { text: 'Dear Ada', attachments };
  const { quote_id, pages } = await quoted(deps, { ...content, address_page: true });
  const { job_id } = (await ordered(deps, { quote_id, letter: { to: ada, from: ada, ...content } })).body;
  await paid(deps, `${job_id}`);
  expect(await quoteAgain(deps, job_id)).toMatchObject({ pages, address_page: true });
  for (const [field, value] of Object.entries({
    attachments,
    address_page: true,
    fit_page: true,
    text: 'Dear Eve',
    pdf_url: 'https://example.com/a.pdf',
  }))
    await expect(quoteAgain(deps, job_id, { [field]: value })).rejects.toMatchObject({
      code: 'invalid_request',
      field,
      message: `${field} cannot be sent with from_job, whose document is sent as it is: leave it out.`,
    });
  expect(await quoteAgain(deps, job_id, { address_page: false })).toMatchObject({ pages });
});

test('a quote repeats warnings about the document, but not those about the first order', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  await changeJob(deps, first, () => ({
    warnings: [
      { code: 'address_zone_used' },
      { code: 'same_order' },
      { code: 'postal_code_missing', at: 'letter.to', country: 'US' },
    ],
  }));
  expect((await quoteAgain(deps, first)).warnings).toEqual([expect.stringContaining('top 3 inches of page 1')]);
});

describe('a fax with a cover sheet', () => {
  const cover = { to: 'Grace Hopper', note: 'Call me.' };
  const textOf = (deps: MemoryDeps, key = '') => Buffer.from(deps.documents.files.get(key) ?? []).toString();
  const sendTo = async (deps: MemoryDeps, to_number: string, { quote_id, content_hash }: Record<string, unknown>) => {
    const { body } = await orderedAs(deps, 'fax', { quote_id, fax: { to_number, content_hash } });
    await paid(deps, `${body.job_id}`);
    return jobOf(deps, `${body.job_id}`);
  };
  const faxAgain = (deps: MemoryDeps, { id }: Job, fields: object = {}) =>
    quotedAs(deps, 'fax', { html: undefined, from_job: id, ...fields });
  const firstFax = async (deps: MemoryDeps, content: object = {}) =>
    sendTo(deps, '+12125550199', await quotedAs(deps, 'fax', { cover, ...content }));

  test.each([
    ['HTML', {}],
    ['text', { html: undefined, text: 'Dear Grace' }],
    ['attachments', { attachments: [{ pdf_url: 'https://example.com/annex.pdf' }] }],
  ])(
    'a fax with %s that is sent again, even repeatedly, has the number and the day of the new order on its cover sheet',
    async (_, content) => {
      const deps = memoryDeps();
      const first = await firstFax(deps, content);
      const before = textOf(deps, first.document?.key);
      await deps.clock.advance(3 * day);
      const quote = await faxAgain(deps, first);
      expect(quote).toMatchObject({ content_hash: first.document?.sha256, pages: first.content?.pages, cover });
      const stored = await deps.quotes.get(`${quote.quote_id}`);
      expect(textOf(deps, stored?.content?.document?.key)).toContain('2026-11-24');
      const second = await sendTo(deps, '+14155550123', quote);
      const third = await sendTo(deps, '+14155550124', await faxAgain(deps, second));
      for (const [{ document }, number] of [
        [second, '+1 415-555-0123'],
        [third, '+1 415-555-0124'],
      ] as const)
        expect(textOf(deps, document?.key)).toBe(
          before.replace('+1 212-555-0199', number).replace('2026-11-21', '2026-11-24'),
        );
      expect(second.order).toMatchObject({ cover });
      expect(deps.orders.all().map(({ documentSha256 }) => documentSha256)).toEqual(
        [first, second, third].map(({ document }) => document?.sha256),
      );
    },
  );

  test('a fax with a cover sheet cannot be sent again with a different cover', async () => {
    const deps = memoryDeps();
    const withOtherCover = faxAgain(deps, await firstFax(deps), { cover: { to: 'Eve' } });
    await expect(withOtherCover).rejects.toMatchObject({ field: 'cover' });
  });
});

const notStored =
  'is an order whose document is no longer stored (60 days after it was sent to the partner, or 14 days after a return): send the content itself.';
const unknownId =
  'is not the id of an order here: send the job_id that you got when the order was created, or send the content itself.';
const noDocument = 'is an order for a check, which has no document to send again: send the content itself.';

test.each<[string, (deps: MemoryDeps) => Promise<string> | string, string]>([
  ['a stranger’s or mistyped id', () => `job_${'9'.repeat(26)}`, unknownId],
  ['an id of another kind', async (deps) => `${(await quoted(deps)).quote_id}`, unknownId],
  [
    'an unpaid order',
    (deps) => placed(deps),
    'is an order that is not paid, and its document is stored for two days only: pay that order, or send the content itself.',
  ],
  ['a check', (deps) => submitted(deps, 'check'), noDocument],
  ['an unpaid check', (deps) => placedAs(deps, 'check'), noDocument],
  [
    'a fax',
    (deps) => submitted(deps, 'fax'),
    'is an order for a fax: request a fax quote, or send the content itself.',
  ],
  [
    'an old order',
    async (deps) => {
      const jobId = await submitted(deps);
      await deps.clock.advance(60 * day);
      return jobId;
    },
    notStored,
  ],
  [
    'an order whose document was changed in the store',
    async (deps) => {
      const jobId = await submitted(deps);
      deps.documents.files.set(paidDocumentKey({ id: jobId }), new Uint8Array([1]));
      return jobId;
    },
    notStored,
  ],
])(
  'a quote for the document of %s is refused with an error that says what to do, and nothing is stored',
  async (_what, prepare, problem) => {
    const deps = memoryDeps();
    const from_job = await prepare(deps);
    const before = [deps.quotes.all().length, deps.documents.files.size];
    await expect(quoteAgain(deps, from_job)).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'from_job',
      message: `from_job ${problem}`,
    });
    expect([deps.quotes.all().length, deps.documents.files.size]).toEqual(before);
  },
);

test('a document that is too large for its partner now is refused at the quote', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  Object.assign(deps, { settings: { ...deps.settings, maxBytes: { letter: 3 } } });
  await expect(quoteAgain(deps, first)).rejects.toMatchObject({ code: 'content_refused', field: 'from_job' });
});

test('a copy of a copy is a duplicate of the first order', async () => {
  const deps = memoryDeps();
  const copy = await orderAgain(deps, await quoteAgain(deps, await submitted(deps)));
  await paid(deps, `${copy.job_id}`);
  const { job_id } = await orderAgain(deps, await quoteAgain(deps, `${copy.job_id}`));
  expect((await jobOf(deps, `${job_id}`)).twinIds).toHaveLength(2);
});

test('a copy is a duplicate only while an earlier order is live', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  const isTwin = async () => {
    const { job_id } = await orderAgain(deps, await quoteAgain(deps, first));
    return (await jobOf(deps, `${job_id}`)).twinIds !== undefined;
  };
  expect(await isTwin()).toBe(true);
  await returnMail(deps, first);
  for (const { id } of deps.jobs.all()) if (id !== first) await changeJob(deps, id, () => ({ state: 'failed' }));
  expect(await isTwin()).toBe(false);
});

test('a document is stored for 60 days after it was sent to the partner, or until 14 days after a return in that time', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  const { firstSeenAt, ...sent } = await jobOf(deps, jobId);
  const claimedAt = firstSeenAt.claimed ?? 0;
  const unsent: Job = { ...sent, state: 'paid', firstSeenAt: { ...firstSeenAt, claimed: undefined } };
  expect(documentKeptUntil(unsent, deps.clock.now())).toBe(Number.POSITIVE_INFINITY);
  const scheduled = { ...firstSeenAt, claimed: undefined, scheduled: claimedAt };
  const ended: Job = { ...sent, state: 'cancelled', notBefore: claimedAt + 90 * day, firstSeenAt: scheduled };
  expect(documentKeptUntil(ended, deps.clock.now())).toBe(claimedAt + 60 * day);
  const untilDay = async () => (documentKeptUntil(await jobOf(deps, jobId), deps.clock.now()) - claimedAt) / day;
  expect(await untilDay()).toBe(60);
  const setReturn = (afterDays: number) =>
    changeJob(deps, jobId, ({ firstSeenAt }) => ({
      firstSeenAt: { ...firstSeenAt, returned: claimedAt + afterDays * day },
    }));
  for (const [returnDay, lastDay] of [
    [10, 60],
    [46, 60],
    [50, 64],
    [59, 73],
    [61, 60],
  ] as const) {
    await setReturn(returnDay);
    expect([returnDay, await untilDay()]).toEqual([returnDay, lastDay]);
  }
  await setReturn(59);
  await deps.clock.advance(72 * day);
  expect(await quoteAgain(deps, jobId)).toMatchObject({ pages: 1 });
});
