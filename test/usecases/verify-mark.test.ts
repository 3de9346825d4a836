/** The mark for the recipient: one code for one letter, bound to its price, that answers once the letter was mailed. */
import { sha256Hex } from '../../shared/core/digest.ts';
import { contentHashOf } from '../../shared/core/given/content-hash.ts';
import { codeIn, markAt, markLine, newCode, writtenCode } from '../../shared/core/given/verify-mark.ts';
import { newId } from '../../shared/core/ids.ts';
import { jobKeptMs } from '../../shared/core/lifetimes.ts';
import { requestLimits } from '../../shared/core/network.ts';
import { Refusal } from '../../shared/core/refusal.ts';
import type { Deps } from '../../shared/ports/deps.ts';
import { cancelJob } from '../../shared/usecases/cancel/cancel-job.ts';
import { getReceipt } from '../../shared/usecases/receipts/get-receipt.ts';
import { showMark } from '../../shared/usecases/receipts/show-mark.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { depsAround } from '../support/fakes/around.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { mortal } from '../support/fakes/mortal.ts';
import {
  ada,
  caller,
  jobOf,
  ordered,
  orderedAs,
  orderFor,
  paid,
  quoted,
  requestFor,
  text,
} from '../support/fakes/orders.ts';

const hour = 3_600_000;
const codeOf = ({ verify_url }: Record<string, unknown>): string => `${verify_url}`.split('/v/')[1] ?? '';
const marked = (deps: Deps, fields: object = {}) => quoted(deps, { verify_mark: true, ...fields });
const order = async (deps: Deps, quoteId: unknown, to: object = {}, fields: object = {}) =>
  `${(await ordered(deps, orderFor(quoteId, to, fields))).body.job_id}`;

/** The answer of the page: the view, or the refusal as every caller sees it. */
const answer = (deps: Deps, code: string, hash?: string) =>
  showMark(deps, code, caller, async () => hash).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  });

async function mailed(deps: MemoryDeps, fields: object = {}) {
  const quote = await marked(deps, fields);
  const jobId = await order(deps, quote.quote_id);
  await paid(deps, jobId);
  await deps.clock.wind(2 * hour);
  return { quote, jobId, code: codeOf(quote) };
}

describe('the code', () => {
  test('is random in all of its ten characters, with none that is misread', () => {
    const codes = Array.from({ length: 400 }, () =>
      newCode(newId('mark', 'a0', crypto.getRandomValues(new Uint8Array(16)))),
    );
    for (let at = 0; at < 10; at += 1) expect(new Set(codes.map((code) => code[at])).size).toBe(32);
    expect(new Set(codes).size).toBe(400);
    expect(codes.join('')).not.toMatch(/[ilou]/);
  });

  test.each(['ABCD-EFGH-JK', 'abcdefghjk', ' abcd efgh jk', 'Abcd–EFGH–jk', 'ABCD-EFGH-JK.'])(
    'is read from %j',
    (typed) => {
      expect(codeIn(typed)).toBe('abcdefghjk');
    },
  );

  test('is read with the letters that look like digits, and nothing else is one', () => {
    expect(codeIn('OIL0-1234-56')).toBe('0110123456');
    expect(['', 'ABCD-EFGH-J', 'ABCD-EFGH-JKM', 'UBCD-EFGH-JK', 'a'.repeat(5_000)].map(codeIn)).toEqual(
      Array(5).fill(undefined),
    );
  });

  test('stands behind the short address where the service is at the root of its host, else behind its base URL', () => {
    expect(markAt('https://mail.example.com/v1', 'abcdefghjk').url).toBe('https://mail.example.com/v/ABCD-EFGH-JK');
    expect(markAt('https://example.com/mail/v1', 'abcdefghjk').url).toBe('https://example.com/mail/v1/v/ABCD-EFGH-JK');
    expect(markLine('letter', 'https://a.example/v/X')).toBe('Check this letter: a.example/v/X');
    expect(markLine('letter', 'http://127.0.0.1:8787/v/X')).toBe('Check this letter: http://127.0.0.1:8787/v/X');
  });
});

test('it is off unless asked for, costs nothing, and its line is bound by the content hash', async () => {
  const deps = memoryDeps();
  const plain = await quoted(deps);
  expect(plain).toMatchObject({ verify_mark: false, content_hash: sha256Hex(text) });
  expect(plain.verify_url).toBeUndefined();
  const quote = await marked(deps);
  expect(quote).toMatchObject({ verify_mark: true, amount_cents: plain.amount_cents, pages: plain.pages });
  expect(quote.verify_url).toMatch(/^http:\/\/127\.0\.0\.1:8787\/v\/[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{2}$/);
  expect(quote.content_hash).toBe(
    sha256Hex(`content ${sha256Hex(text)}\nverify_mark ${sha256Hex(`${quote.verify_url}`)}`),
  );
  const { content } = (await deps.quotes.get(`${quote.quote_id}`)) ?? {};
  const printed = Buffer.from((await deps.documents.get(`${content?.document?.key}`)) ?? []);
  expect(printed.toString()).toBe(`%PDF-fake\n${text}\nCheck this letter: ${quote.verify_url}`);
  expect(content?.document?.sha256).toBe(sha256Hex(printed));
});

test.each([
  ['an uploaded PDF', { text: undefined, pdf_url: 'https://example.com/a.pdf' }],
  ['HTML', { text: undefined, html: '<p>Dear Ada</p>' }],
  [
    'attachments and a page for the addresses',
    { address_page: true, attachments: [{ pdf_url: 'https://example.com/b.pdf' }] },
  ],
])('the whole of %s gets the line once, at its end', async (_, fields) => {
  const deps = memoryDeps();
  const quote = await marked(deps, fields);
  const { content } = (await deps.quotes.get(`${quote.quote_id}`)) ?? {};
  const printed = Buffer.from((await deps.documents.get(`${content?.document?.key}`)) ?? []).toString();
  expect(printed.split('Check this letter: ')).toEqual([expect.any(String), quote.verify_url]);
  expect(quote.content_hash).toBe(content?.parts && contentHashOf(content.parts));
});

test('a last page without room is a refusal that names the option', async () => {
  const deps = memoryDeps();
  Object.assign(deps, {
    renderer: { ...deps.renderer, printLine: async () => ({ ok: false, problem: 'the last page has no room.' }) },
  });
  await expect(marked(deps)).rejects.toMatchObject({ code: 'content_refused', field: 'verify_mark' });
  expect(deps.quotes.all()).toEqual([]);
});

test('a job sends the content or its hash, and statement, status and receipt tell of the mark', async () => {
  const deps = memoryDeps();
  for (const content of ['text', 'content_hash'] as const) {
    const quote = await marked(deps);
    const letter = { to: ada, from: ada, [content]: content === 'text' ? text : quote.content_hash };
    const { body } = await ordered(deps, { quote_id: quote.quote_id, letter });
    const job = await jobOf(deps, `${body.job_id}`);
    expect(job.document?.sha256).toBe((await deps.quotes.get(`${quote.quote_id}`))?.content?.document?.sha256);
    const receipt = (await ask(getReceipt, deps, { job_id: job.id }, caller)).body;
    expect(receipt).toMatchObject({ verify_mark: true, content_hash: quote.content_hash });
    expect(JSON.stringify(receipt)).not.toContain(codeOf(quote));
  }
});

describe('the answer', () => {
  test('has the name as printed, the moment, the pages, and nothing else', async () => {
    const deps = memoryDeps();
    const { code, jobId } = await mailed(deps);
    const job = await jobOf(deps, jobId);
    expect(await answer(deps, code.toLowerCase())).toEqual({
      code: codeIn(code),
      sender: 'Ada Lovelace',
      mailedAt: job.firsts.dispatched,
      pages: 1,
      document: undefined,
    });
  });

  test('compares the printed PDF and the sender’s own PDF, and no text', async () => {
    const deps = memoryDeps();
    const letter = await mailed(deps);
    const job = await jobOf(deps, letter.jobId);
    const documentOf = async (code: string, hash = '') =>
      ((await answer(deps, code, hash)) as { document?: string }).document;
    expect(await documentOf(letter.code, job.document?.sha256)).toBe('printed');
    expect(await documentOf(letter.code, sha256Hex(text))).toBe('other');
    const own = new TextEncoder().encode('%PDF-fake\nhttps://example.com/a.pdf');
    const file = await marked(deps, { text: undefined, pdf_url: 'https://example.com/a.pdf' });
    const { body } = await ordered(deps, {
      quote_id: file.quote_id,
      letter: { to: ada, from: ada, content_hash: file.content_hash },
    });
    await paid(deps, `${body.job_id}`);
    await deps.clock.wind(2 * hour);
    expect(await documentOf(codeOf(file), sha256Hex(own))).toBe('content');
    expect(await documentOf(codeOf(file), sha256Hex('another'))).toBe('other');
  });

  test('is the same for a code of nobody, of a quote, unpaid, cancelled, and paid but not mailed yet', async () => {
    const deps = memoryDeps();
    const quote = await marked(deps);
    const unpaid = await marked(deps);
    const cancelled = await marked(deps);
    const withPartner = await marked(deps);
    await order(deps, unpaid.quote_id);
    const stopped = await order(deps, cancelled.quote_id);
    await ask(cancelJob, deps, { job_id: stopped }, caller);
    await paid(deps, await order(deps, withPartner.quote_id));
    const codes = ['0000-0000-01', 'nonsense', ...[quote, unpaid, cancelled, withPartner].map(codeOf)];
    const reads: string[] = [];
    const counting = depsAround(deps, (port, call) => {
      reads.push(port);
      return call();
    });
    for (const code of codes) expect(await answer(counting, code)).toBe('not_found');
    expect(reads).toEqual(codes.flatMap(() => ['verifyMarks.get', 'jobs.get']));
  });

  test('lasts as long as the job is kept', async () => {
    const deps = memoryDeps();
    const { code, jobId } = await mailed(deps);
    const mark = deps.verifyMarks.all()[0];
    expect(mark?.keepUntil).toBe((await jobOf(deps, jobId)).createdAt + jobKeptMs);
    Object.assign(deps.jobs, { get: async () => undefined });
    expect(await answer(deps, code)).toBe('not_found');
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 100],
    ['192.0.2.1', '192.0.2.1', 100],
  ])('of guesses from %s and %s there are %i in ten minutes, and more from elsewhere', async (one, other, most) => {
    const deps = memoryDeps();
    Object.assign(deps.settings, { requestLimits });
    const guess = (address: string) =>
      showMark(deps, '0000-0000-01', { ...caller, address }).catch(({ code }: Refusal) => code);
    for (let count = 0; count < most; count += 1) expect(await guess(one)).toBe('not_found');
    expect([await guess(other), await guess('198.51.100.1')]).toEqual(['rate_limited', 'not_found']);
    await deps.clock.wind(600_000);
    expect(await guess(one)).toBe('not_found');
  });

  test('of guesses from the networks of one site there are four times as many', async () => {
    const deps = memoryDeps();
    Object.assign(deps.settings, { requestLimits });
    const outcomes = new Map<string, number>();
    for (let network = 0; network < 5; network += 1)
      for (let count = 0; count < 100; count += 1) {
        const address = `2001:db8:1:${network}::1`;
        const code = await showMark(deps, 'x', { ...caller, address }).catch((error: Refusal) => error.code);
        outcomes.set(`${code}`, (outcomes.get(`${code}`) ?? 0) + 1);
      }
    expect(Object.fromEntries(outcomes)).toEqual({ not_found: 400, rate_limited: 100 });
  });
});

describe('one code', () => {
  test('belongs to one letter: a second order of its quote is refused, and pays nothing', async () => {
    const deps = memoryDeps();
    const { quote_id } = await marked(deps);
    const first = await order(deps, quote_id);
    await expect(order(deps, quote_id, { addressLine1: '2 Other St' })).rejects.toMatchObject({
      code: 'quote_unknown',
      field: 'quote_id',
      message: expect.stringMatching(/fresh quote for each letter/),
    });
    expect(
      deps.jobs
        .all()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['awaiting_payment', 'cancelled']);
    expect(deps.verifyMarks.all()[0]?.jobs.map(({ id }) => id)).toEqual([first]);
    // Without the mark a quote serves several letters, as ever.
    const plain = await quoted(deps);
    await order(deps, plain.quote_id);
    await order(deps, plain.quote_id);
  });

  test('is free again once its letter was cancelled', async () => {
    const deps = memoryDeps();
    const quote = await marked(deps);
    await ask(cancelJob, deps, { job_id: await order(deps, quote.quote_id) }, caller);
    const again = await order(deps, quote.quote_id);
    expect(deps.verifyMarks.all()[0]?.jobs.map(({ id }) => id)).toEqual([again]);
  });

  test('is of the first of two orders at the same moment', async () => {
    const deps = memoryDeps();
    const { quote_id } = await marked(deps);
    const both = Promise.allSettled([order(deps, quote_id), order(deps, quote_id, { addressLine1: '2 Other St' })]);
    await deps.clock.wind(10_000);
    expect((await both).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('stays with the order that is repeated, also twice at the same moment', async () => {
    const deps = memoryDeps();
    const { quote_id } = await marked(deps);
    const wanted = requestFor('letter', quote_id, 'none', { idempotency_key: 'key-1' });
    const request = { ...wanted, letter: { to: ada, from: ada, text } };
    const both = Promise.all([orderedAs(deps, 'letter', request), orderedAs(deps, 'letter', request)]);
    await deps.clock.wind(10_000);
    const [one, other] = await both;
    expect(other.body).toEqual(one.body);
    expect((await orderedAs(deps, 'letter', request)).body).toEqual(one.body);
    expect(deps.verifyMarks.all()[0]?.jobs.map(({ id }) => id)).toContain(one.body.job_id);
  });

  test('answers after a death before or after any call, and a repeat of the request', async () => {
    for (const when of ['before', 'after'] as const)
      for (let atCall = 1, isOver = false; !isOver; atCall += 1) {
        const deps = memoryDeps();
        const quote = await marked(deps);
        const request = { ...orderFor(quote.quote_id), idempotency_key: 'key-1' };
        const process = mortal(deps, { atCall, when });
        await orderedAs(process.deps, 'letter', request).catch(() => undefined);
        isOver = !process.isDead();
        const repeat = async () => {
          const [answered] = await Promise.allSettled([orderedAs(deps, 'letter', request), deps.clock.wind(60_000)]);
          return answered.status === 'fulfilled' ? answered.value.body : undefined;
        };
        const body = (await repeat()) ?? (await repeat());
        await paid(deps, `${body?.job_id}`);
        await deps.clock.wind(2 * hour);
        expect({ when, atCall, answer: await answer(deps, codeOf(quote)) }).toMatchObject({ answer: { pages: 1 } });
      }
  });
});

test('the form of a code is the one that is printed', () => {
  expect(codeIn(writtenCode('0123abcdxz'))).toBe('0123abcdxz');
});
