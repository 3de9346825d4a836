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

const days = 86_400_000;
const eve = { ...ada, name: 'Eve Moneypenny', addressLine1: '7 Other Road' };

const again = (deps: MemoryDeps, from_job: unknown, more: object = {}) =>
  quoted(deps, { text: undefined, from_job, ...more });

const orderAgain = async (deps: MemoryDeps, quote: Record<string, unknown>, to: object = ada, more: object = {}) => {
  const { quote_id, content_hash } = quote;
  return (await ordered(deps, { quote_id, letter: { to, from: ada, content_hash, ...more } })).body;
};

const comesBack = (deps: MemoryDeps, jobId: string) =>
  changeJob(deps, jobId, ({ partner, firstSeenAt }) => ({
    ...(partner && { partner: { ...partner, stage: 'completed', returned: true } }),
    firstSeenAt: { ...firstSeenAt, returned: deps.clock.now() },
  }));

test('the partner gets the bytes of the first order for a different recipient, and their hash is the content hash', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  const sha256 = (await jobOf(deps, first)).document?.sha256;
  const quote = await again(deps, first);
  expect(quote).toMatchObject({ content_hash: sha256, pages: 1, total: letterPrice().total });
  const { job_id } = await orderAgain(deps, quote, eve);
  await paid(deps, `${job_id}`);
  expect(deps.orders.all().map(({ documentSha256 }) => documentSha256)).toEqual([sha256, sha256]);
  expect((await jobOf(deps, `${job_id}`)).order).toMatchObject({ to: { lastName: 'Moneypenny' } });
});

test('the price is that of the new quote, with its own options', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  const quote = await again(deps, first, { color: true, registered: true });
  expect(quote).toMatchObject({ color: true, registered: true });
  expect(Number(quote.amount_cents)).toBeGreaterThan(letterPrice().amount_cents);
});

test('a document that was sent again can be sent once more, even if the first order’s document is gone', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  const quote = await again(deps, first);
  deps.documents.files.delete(paidDocumentKey({ id: first }));
  const second = `${(await orderAgain(deps, quote, eve)).job_id}`;
  await paid(deps, second);
  expect(await again(deps, second)).toMatchObject({ content_hash: (await jobOf(deps, first)).document?.sha256 });
});

test('the document includes its address page and attachments, and nothing can be added to it', async () => {
  const deps = memoryDeps();
  const attachments = [{ pdf_url: 'https://example.com/annex.pdf' }];
  const content = { text: 'Dear Ada', attachments };
  const { quote_id, pages } = await quoted(deps, { ...content, address_page: true });
  const { job_id } = (await ordered(deps, { quote_id, letter: { to: ada, from: ada, ...content } })).body;
  await paid(deps, `${job_id}`);
  expect(await again(deps, job_id)).toMatchObject({ pages, address_page: true });
  for (const [field, value] of Object.entries({
    attachments,
    address_page: true,
    fit_page: true,
    text: 'Dear Eve',
    pdf_url: 'https://example.com/a.pdf',
  }))
    await expect(again(deps, job_id, { [field]: value })).rejects.toMatchObject({
      code: 'invalid_request',
      field,
      message: `${field} cannot be sent with from_job, whose document is sent as it is: leave it out.`,
    });
  expect(await again(deps, job_id, { address_page: false })).toMatchObject({ pages });
});

test('warnings about the document are repeated, but not those about the first order', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  await changeJob(deps, first, () => ({
    warnings: [
      { code: 'address_zone_used' },
      { code: 'same_order' },
      { code: 'postal_code_missing', at: 'letter.to', country: 'US' },
    ],
  }));
  expect((await again(deps, first)).warnings).toEqual([expect.stringContaining('top 3 inches of page 1')]);
});

describe('a fax with a cover sheet', () => {
  const cover = { to: 'Grace Hopper', note: 'Call me.' };
  const wordsOf = (deps: MemoryDeps, key = '') => Buffer.from(deps.documents.files.get(key) ?? []).toString();
  const sentTo = async (deps: MemoryDeps, to_number: string, { quote_id, content_hash }: Record<string, unknown>) => {
    const { body } = await orderedAs(deps, 'fax', { quote_id, fax: { to_number, content_hash } });
    await paid(deps, `${body.job_id}`);
    return jobOf(deps, `${body.job_id}`);
  };
  const againOf = (deps: MemoryDeps, { id }: Job, more: object = {}) =>
    quotedAs(deps, 'fax', { html: undefined, from_job: id, ...more });
  const first = async (deps: MemoryDeps, content: object = {}) =>
    sentTo(deps, '+12125550199', await quotedAs(deps, 'fax', { cover, ...content }));

  test.each([
    ['HTML', {}],
    ['text', { html: undefined, text: 'Dear Grace' }],
    ['attachments', { attachments: [{ pdf_url: 'https://example.com/annex.pdf' }] }],
  ])(
    'of %s that is sent again has the number and the day of the new order, days later and repeatedly',
    async (_, content) => {
      const deps = memoryDeps();
      const one = await first(deps, content);
      const before = wordsOf(deps, one.document?.key);
      await deps.clock.advance(3 * days);
      const quote = await againOf(deps, one);
      expect(quote).toMatchObject({ content_hash: one.document?.sha256, pages: one.content?.pages, cover });
      const stored = await deps.quotes.get(`${quote.quote_id}`);
      expect(wordsOf(deps, stored?.content?.document?.key)).toContain('2026-11-24');
      const two = await sentTo(deps, '+14155550123', quote);
      const three = await sentTo(deps, '+14155550124', await againOf(deps, two));
      for (const [{ document }, number] of [
        [two, '+1 415-555-0123'],
        [three, '+1 415-555-0124'],
      ] as const)
        expect(wordsOf(deps, document?.key)).toBe(
          before.replace('+1 212-555-0199', number).replace('2026-11-21', '2026-11-24'),
        );
      expect(two.order).toMatchObject({ cover });
      expect(deps.orders.all().map(({ documentSha256 }) => documentSha256)).toEqual(
        [one, two, three].map(({ document }) => document?.sha256),
      );
    },
  );

  test('cannot be sent again with a different cover', async () => {
    const deps = memoryDeps();
    await expect(againOf(deps, await first(deps), { cover: { to: 'Eve' } })).rejects.toMatchObject({ field: 'cover' });
  });
});

const kept =
  'is an order whose document is no longer stored (60 days after it was sent to the partner, or 14 days after a return)';
const content = 'send the content itself.';
test.each<[string, (deps: MemoryDeps) => Promise<string> | string, string]>([
  [
    'a stranger’s or mistyped id',
    () => `job_${'9'.repeat(26)}`,
    `is not the id of an order here: send the job_id that you got when the order was created, or ${content}`,
  ],
  [
    'an id of another kind',
    async (deps) => `${(await quoted(deps)).quote_id}`,
    `is not the id of an order here: send the job_id that you got when the order was created, or ${content}`,
  ],
  [
    'an unpaid order',
    (deps) => placed(deps),
    `is an order that is not paid, and its document is stored for two days only: pay that order, or ${content}`,
  ],
  [
    'a check',
    (deps) => submitted(deps, 'check'),
    `is an order for a check, which has no document to send again: ${content}`,
  ],
  [
    'an unpaid check',
    (deps) => placedAs(deps, 'check'),
    `is an order for a check, which has no document to send again: ${content}`,
  ],
  ['a fax', (deps) => submitted(deps, 'fax'), `is an order for a fax: request a fax quote, or ${content}`],
  [
    'an old order',
    async (deps) => {
      const jobId = await submitted(deps);
      await deps.clock.advance(60 * days);
      return jobId;
    },
    `${kept}: ${content}`,
  ],
  [
    'an order whose document was changed in the store',
    async (deps) => {
      const jobId = await submitted(deps);
      deps.documents.files.set(paidDocumentKey({ id: jobId }), new Uint8Array([1]));
      return jobId;
    },
    `${kept}: ${content}`,
  ],
])(
  'a quote from %s is refused with an error that says what to do, and nothing is stored',
  async (_what, prepare, says) => {
    const deps = memoryDeps();
    const from_job = await prepare(deps);
    const before = [deps.quotes.all().length, deps.documents.files.size];
    await expect(again(deps, from_job)).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'from_job',
      message: `from_job ${says}`,
    });
    expect([deps.quotes.all().length, deps.documents.files.size]).toEqual(before);
  },
);

test('a document that is too large for its partner now is refused at the quote', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  Object.assign(deps, { settings: { ...deps.settings, maxBytes: { letter: 3 } } });
  await expect(again(deps, first)).rejects.toMatchObject({ code: 'content_refused', field: 'from_job' });
});

test('a copy of a copy is a duplicate of the first order', async () => {
  const deps = memoryDeps();
  const copy = await orderAgain(deps, await again(deps, await submitted(deps)));
  await paid(deps, `${copy.job_id}`);
  const { job_id } = await orderAgain(deps, await again(deps, `${copy.job_id}`));
  expect((await jobOf(deps, `${job_id}`)).twinIds).toHaveLength(2);
});

test('a copy is a duplicate only while an earlier order is live', async () => {
  const deps = memoryDeps();
  const first = await submitted(deps);
  const isTwin = async () => {
    const { job_id } = await orderAgain(deps, await again(deps, first));
    return (await jobOf(deps, `${job_id}`)).twinIds !== undefined;
  };
  expect(await isTwin()).toBe(true);
  await comesBack(deps, first);
  await Promise.all(
    deps.jobs
      .all()
      .filter(({ id }) => id !== first)
      .map(({ id }) => changeJob(deps, id, () => ({ state: 'failed' }))),
  );
  expect(await isTwin()).toBe(false);
});

test('a document is stored until it is sent to the partner and for 60 days after, or for 14 days after a return within them', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  const { firstSeenAt, ...sent } = await jobOf(deps, jobId);
  const claimedAt = firstSeenAt.claimed ?? 0;
  const unsent: Job = { ...sent, state: 'paid', firstSeenAt: { ...firstSeenAt, claimed: undefined } };
  expect(documentKeptUntil(unsent, deps.clock.now())).toBe(Number.POSITIVE_INFINITY);
  const scheduled = { ...firstSeenAt, claimed: undefined, scheduled: claimedAt };
  const ended: Job = { ...sent, state: 'cancelled', notBefore: claimedAt + 90 * days, firstSeenAt: scheduled };
  expect(documentKeptUntil(ended, deps.clock.now())).toBe(claimedAt + 60 * days);
  const untilDay = async () => (documentKeptUntil(await jobOf(deps, jobId), deps.clock.now()) - claimedAt) / days;
  expect(await untilDay()).toBe(60);
  const returnedOn = (day: number) =>
    changeJob(deps, jobId, ({ firstSeenAt }) => ({
      firstSeenAt: { ...firstSeenAt, returned: claimedAt + day * days },
    }));
  for (const [day, until] of [
    [10, 60],
    [46, 60],
    [50, 64],
    [59, 73],
    [61, 60],
  ] as const) {
    await returnedOn(day);
    expect([day, await untilDay()]).toEqual([day, until]);
  }
  await returnedOn(59);
  await deps.clock.advance(72 * days);
  expect(await again(deps, jobId)).toMatchObject({ pages: 1 });
});
