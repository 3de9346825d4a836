/** PostGrid's orders: the requests for letters and checks, and the meaning of records. */
import type { LetterOrder } from '../../../shared/products/letter/letter.ts';
import { checkRequest, letterRequest, type PostgridSetup, setUpPostgrid } from '../../support/adapters/postgrid.ts';
import { drawing } from '../../support/contracts/partner-promises.ts';
import { order } from '../../support/letters.ts';

let postgrid: PostgridSetup;
beforeEach(async () => {
  // The strictest behavior: another request under the same key is refused.
  postgrid = await setUpPostgrid({ mismatch: 'refuse' });
});
afterEach(() => postgrid.double.close());

const { to: ada } = order;

const grace = {
  companyName: 'Compilers Ltd',
  addressLine1: '2 Example Ave',
  city: 'Toronto',
  provinceOrState: 'ON',
  postalOrZip: 'M5V 2T6',
  countryCode: 'CA',
};
const canadian = { ...ada, city: 'Ottawa', provinceOrState: 'ON', postalOrZip: 'K1A 0B1', countryCode: 'CA' } as const;

/** The flags that keep PostGrid from correcting an approved address or holding the order back. */
const asApproved = (yes: true | 'true') => ({ skipVerification: yes, forceVerifiedStatus: yes });

test.each([false, true])(
  'a letter is sent as its exact PDF, and PostGrid adds no page (address page: %p)',
  async (address_page) => {
    // The second round of a job.
    const letter = letterRequest('job_1-2');
    // A PDF's signature, and every byte value.
    const pdf = Buffer.from([...Buffer.from('%PDF-'), ...Array.from({ length: 70_000 }, (_, i) => (i * 31) % 256)]);
    const outcome = await postgrid.letters.submit({
      ...letter,
      order: { ...(letter.order as LetterOrder), address_page },
      pdf,
    });
    if (outcome.kind !== 'accepted') throw new Error(outcome.reason);
    expect(postgrid.double.requests[0]?.headers).toMatchObject({
      'x-api-key': postgrid.double.apiKey,
      'idempotency-key': 'job_1-2',
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=job-[\da-f]{48}$/),
    });
    expect(postgrid.double.requests[0]?.fields).toEqual({
      to: { ...ada, ...asApproved('true') },
      from: { ...ada, ...asApproved('true') },
      size: 'us_letter',
      description: 'Test letter',
      metadata: { job_id: 'job_1', reference: 'job_1-2' },
      addressPlacement: 'top_first_page',
      color: 'false',
      doubleSided: 'false',
      mailingClass: 'first_class',
      pdf: { fileType: 'application/pdf', bytes: expect.anything() },
    });
    expect(Buffer.from(postgrid.double.pdfOf(outcome.order.id) ?? []).equals(pdf)).toBe(true);
  },
);

test('a check has PostGrid’s id of the bank account, an amount in cents and our check number', async () => {
  const request = checkRequest();
  const order = { ...(request.order as object), message: '<p>For March</p>' };
  expect(await postgrid.cheques.submit({ ...request, order })).toMatchObject({ kind: 'accepted' });
  expect(postgrid.double.requests[0]?.headers).toMatchObject({
    'idempotency-key': 'job_1',
    'content-type': 'application/json',
  });
  expect(postgrid.double.requests[0]?.fields).toEqual({
    to: { ...grace, ...asApproved(true) },
    from: { ...ada, ...asApproved(true) },
    size: 'us_letter',
    description: 'Test check',
    metadata: { job_id: 'job_1', reference: 'job_1' },
    mailingClass: 'first_class',
    bankAccount: drawing.partnerId,
    amount: 12_550,
    currencyCode: 'USD',
    number: 1_001,
    memo: 'Invoice 17',
    message: '<p>For March</p>',
  });
});

test('the same request always has the same bytes, so that its idempotency key stays valid', async () => {
  for (let call = 0; call < 2; call += 1) {
    expect(await postgrid.letters.submit(letterRequest())).toMatchObject({ kind: 'accepted' });
    expect(await postgrid.cheques.submit(checkRequest())).toMatchObject({ kind: 'accepted' });
  }
  expect(postgrid.double.activeOrders()).toBe(2);
});

test.each([
  ['a standard letter to the US', { registered: false, to: ada }, 'first_class'],
  ['a registered letter to the US', { registered: true, to: ada }, 'certified'],
  ['a registered letter to Canada', { registered: true, to: canadian }, 'registered'],
])('%s has its mailing class', async (_, changed, mailingClass) => {
  const request = letterRequest();
  const order = { ...(request.order as LetterOrder), ...changed, color: true };
  expect(await postgrid.letters.submit({ ...request, order })).toMatchObject({ kind: 'accepted' });
  expect(postgrid.double.orders()[0]).toMatchObject({
    mailingClass,
    color: true,
    doubleSided: false,
    size: 'us_letter',
  });
});

test.each(['"quotes"', 'line\r\n--job-0\r\nbreak', 'Zoë & Žižek 🏠', '100% [to] =; name="x"'])(
  'a value cannot break out of its form field: %j',
  async (title) => {
    await postgrid.letters.submit({ ...letterRequest(), title });
    expect(postgrid.double.orders()[0]?.description).toBe(title);
  },
);

describe('statuses', () => {
  const progressOf = (progress: object) => ({ kind: 'progress', progress });

  const read = async (status: string, fields: object = {}) => {
    postgrid.double.failNext('GET /letters/letter_1', { status: 200, body: { id: 'letter_1', status, ...fields } });
    return postgrid.letters.read('letter_1');
  };

  test.each([
    ['ready', { stage: 'accepted' }],
    ['printing', { stage: 'in_progress' }],
    ['processed_for_delivery', { stage: 'dispatched' }],
    ['completed', { stage: 'completed', final: true }],
  ])('the status %s has a stage', async (status, progress) => {
    expect(await read(status)).toEqual(progressOf(progress));
  });

  test.each(['delivered', 'constructor'])('the status %j is unknown', async (status) => {
    expect(await read(status)).toEqual({ kind: 'unknown' });
  });

  test.each([
    ['user_initiated', 'The order was canceled at the print partner.', 'stopped'],
    ['invalid_content', 'The print partner has canceled the order: the content cannot be printed.', 'document'],
    [
      'invalid_order_mailing_class',
      'The print partner has canceled the order: it cannot be mailed in this class to this address.',
      'address',
    ],
    ['whatever', 'The print partner has canceled the order.', 'stopped'],
  ])('a cancellation (%s) gets our own sentence, without the partner’s note', async (reason, stopped, cause) => {
    expect(await read('cancelled', { cancellation: { reason, note: 'Ada Lovelace' } })).toEqual({
      kind: 'stopped',
      reason: stopped,
      cause,
    });
  });

  test('an order shows a tracking number as soon as there is one, and never a delivery', async () => {
    const fields = { mailingClass: 'certified', imbStatus: 'out_for_delivery' };
    expect(await read('processed_for_delivery', { ...fields, trackingNumber: '9400111' })).toEqual(
      progressOf({ stage: 'dispatched', tracking: { number: '9400111' }, scans: [{ code: 'out_for_delivery' }] }),
    );
    expect(await read('completed', { ...fields, trackingNumber: '9400111' })).toEqual(
      progressOf({ stage: 'completed', tracking: { number: '9400111' }, scans: [{ code: 'out_for_delivery' }] }),
    );
    expect(await read('completed', { mailingClass: 'certified', trackingNumber: '9400111' })).toEqual(
      progressOf({ stage: 'completed', tracking: { number: '9400111' }, final: true }),
    );
  });

  test.each([
    ['printing', 'dispatched'],
    ['processed_for_delivery', 'dispatched'],
    ['completed', 'completed'],
  ])('the status %s of mail that the carrier returns is final', async (status, stage) => {
    expect(await read(status, { imbStatus: 'returned_to_sender' })).toEqual(
      progressOf({ stage, returned: true, final: true, scans: [{ code: 'returned' }] }),
    );
  });

  test.each([
    ['while it enters the mail', { imbStatus: 'entered_mail_stream' }, { scans: [{ code: 'entered' }] }],
    ['while it is out for delivery', { imbStatus: 'out_for_delivery' }, { scans: [{ code: 'out_for_delivery' }] }],
    ['of registered mail without a tracking number', { mailingClass: 'certified' }, {}],
    ['of registered mail with an unknown scan', { mailingClass: 'certified', imbStatus: 'teleported' }, {}],
  ])('the status `completed` is not final %s', async (_, fields, scans) => {
    expect(await read('completed', fields)).toEqual(progressOf({ stage: 'completed', ...scans }));
  });

  test.each([
    ['in UTC', '2026-11-24T23:30:00.000Z', '12207', { at: Date.UTC(2026, 10, 24, 23, 30), place: '12207' }],
    [
      'with a time zone in the east',
      '2026-11-24T23:30:00+05:30',
      '12207-1234',
      { at: Date.UTC(2026, 10, 24, 18), place: '12207-1234' },
    ],
    ['with a time zone in the west', '2026-11-24T23:30-0800', undefined, { at: Date.UTC(2026, 10, 25, 7, 30) }],
    ['without a time zone', '2026-11-24T23:30:00', undefined, {}],
    ['with malformed values', 'yesterday', '<b>Albany</b>', {}],
  ])('a carrier’s scan has a time and place only if they are certain: %s', async (_, imbDate, imbZIPCode, scan) => {
    expect(await read('printing', { imbStatus: 'entered_mail_stream', imbDate, imbZIPCode })).toEqual(
      progressOf({ stage: 'in_progress', scans: [{ code: 'entered', ...scan }] }),
    );
  });
});

test('the record of a check contains only the id of its bank account', async () => {
  const bankAccount = { id: 'bank_1', accountNumber: '73519284605173946', routingNumber: '314275084' };
  postgrid.double.failNext('GET /cheques/cheque_1', {
    status: 200,
    body: { id: 'cheque_1', status: 'ready', bankAccount },
  });
  expect(await postgrid.cheques.record('cheque_1')).toEqual({ id: 'cheque_1', status: 'ready', bankAccount: 'bank_1' });
});
