/** The pay page: the facts it shows, and pictures of the exact pages that will be printed. */
import { isId } from '../../../shared/domain/ids.ts';
import { documentRetentionMs, lifetimesMs } from '../../../shared/domain/times.ts';
import { showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import { showPdf, showPreview, showText } from '../../../shared/pages/views/show-preview.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { caller, ordered, orderFor, paid, placed, quoted, reconcileFor } from '../../support/fakes/orders.ts';
import { letterPrice } from '../../support/prices.ts';

const codeOf = async (deps: MemoryDeps, jobId: string): Promise<string> => (await deps.jobs.get(jobId))?.payCode ?? '';

test('the pay page leads to the checkout only before the payment', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  const code = await codeOf(deps, jobId);
  expect(isId('pay', code)).toBe(true);
  expect(await showPayPage(deps, code)).toMatchObject({
    service: 'letter',
    recipient: 'Ada Lovelace',
    usualWait: { min: 2, max: 7, unit: 'business days', countsFromSendDate: false },
    stamps: { showsWindows: true, to: expect.arrayContaining(['Ada Lovelace']) },
    status: 'awaiting_payment',
    price: { amountCents: letterPrice().amount_cents, currency: 'USD' },
    payUrl: expect.stringContaining('/checkout/'),
    isTest: true,
  });
  await paid(deps, jobId);
  expect((await showPayPage(deps, code)).payUrl).toBeUndefined();
});

test('the pay page leads to the checkout until exactly its expiry', async () => {
  const deps = memoryDeps();
  const code = await codeOf(deps, await placed(deps));
  const { expiresAt = 0 } = await showPayPage(deps, code);
  await deps.clock.advance(expiresAt - deps.clock.now() - 1);
  expect(await showPayPage(deps, code)).toMatchObject({ payUrl: expect.any(String) });
  await deps.clock.advance(1);
  expect((await showPayPage(deps, code)).payUrl).toBeUndefined();
});

test('the preview is shown as long as the document of an unpaid or sent order is stored', async () => {
  const deps = memoryDeps();
  const [unpaid, sent] = [await placed(deps), await placed(deps)];
  const minute = 60_000;
  const orderedAt = deps.clock.now();
  await paid(deps, sent);
  const advanceTo = (ageMs: number) => deps.clock.advance(orderedAt + ageMs - deps.clock.now());
  const pageCount = async (jobId: string) => (await showPayPage(deps, await codeOf(deps, jobId))).preview?.pages ?? 0;
  await reconcileFor(deps, 25 * 60);
  expect(await deps.jobs.get(unpaid)).toMatchObject({ state: 'cancelled' });
  expect([await pageCount(unpaid), await pageCount(sent)]).toEqual([1, 1]);
  await advanceTo(documentRetentionMs.unpaid + minute);
  expect([await pageCount(unpaid), await pageCount(sent)]).toEqual([0, 1]);
  await advanceTo(lifetimesMs.document.sent - minute);
  expect(await pageCount(sent)).toBe(1);
  await advanceTo(lifetimesMs.document.sent + minute);
  expect(await pageCount(sent)).toBe(0);
});

test('a picture is drawn from the document that will be printed, and only once', async () => {
  const deps = memoryDeps();
  const code = await codeOf(deps, await placed(deps));
  const picture = await showPreview(deps, { code }, '1', caller.address);
  expect(new TextDecoder().decode(picture)).toMatch(/^gray picture of page 1 of \d+ bytes$/);
  const broken = { ...deps, renderer: { ...deps.renderer, preview: () => Promise.reject(new Error('drawn again')) } };
  expect(await showPreview(broken, { code }, '1', caller.address)).toEqual(picture);
});

test('the PDF is the document itself, or a link to a large one', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  const code = await codeOf(deps, jobId);
  const { document } = (await deps.jobs.get(jobId)) ?? {};
  expect(await showPdf(deps, { code })).toEqual({ pdf: deps.documents.files.get(document?.key ?? '') });
  deps.documents.files.set(document?.key ?? '', new Uint8Array(4_000_001));
  expect(await showPdf(deps, { code })).toEqual({ link: expect.stringContaining(document?.key ?? '') });
});

test('the text of the pages can be read for an order and for a quote', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps, { text: 'Dear Ada\fYours' });
  const letter = { ...orderFor(quote_id).letter, text: 'Dear Ada\fYours' };
  const { body } = await ordered(deps, { ...orderFor(quote_id), letter });
  const textView = { pages: ['Dear Ada', 'Yours'], count: 2 };
  const code = await codeOf(deps, `${body.job_id}`);
  expect(await showText(deps, { code }, caller.address)).toEqual({ ...textView, back: `/v1/pay/${code}` });
  expect(await showText(deps, { quote_id: `${quote_id}` }, caller.address)).toEqual(textView);
});

test('the PDF and its text are no longer shown once the document has expired', async () => {
  const deps = memoryDeps();
  const code = await codeOf(deps, await placed(deps));
  const files = new Map(deps.documents.files);
  await reconcileFor(deps, 25 * 60);
  await deps.clock.advance(documentRetentionMs.unpaid);
  // The store may still have the files.
  for (const [key, bytes] of files) deps.documents.files.set(key, bytes);
  for (const view of [showPdf(deps, { code }), showText(deps, { code }, caller.address)])
    await expect(view).rejects.toMatchObject({ code: 'not_found' });
});

test.each(['0', '2', '-1', '1.0', '01', 'x', '', '../1', '1e0'])(
  'page %j of a letter with one page is not found',
  async (page) => {
    const deps = memoryDeps();
    const code = await codeOf(deps, await placed(deps));
    await expect(showPreview(deps, { code }, page, caller.address)).rejects.toMatchObject({ code: 'not_found' });
  },
);

test('an unknown or malformed pay code opens no page, PDF, text or picture', async () => {
  const deps = memoryDeps();
  const valid = await codeOf(deps, await placed(deps));
  const unknown = valid.replace(/.$/, (end) => (end === '0' ? '1' : '0'));
  for (const code of ['', 'pay_x', unknown, 'job_00000000000000000000000001']) {
    const views = await Promise.allSettled([
      showPayPage(deps, code),
      showPdf(deps, { code }),
      showText(deps, { code }, caller.address),
      showPreview(deps, { code }, '1', caller.address),
    ]);
    expect(views).toMatchObject(Array(4).fill({ reason: { code: 'not_found' } }));
  }
});
