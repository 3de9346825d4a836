/** The stop list: new orders with a listed trait are refused, paid orders wait for a person, and it contains only digests. */
import { orderNumberOf } from '../../shared/domain/ids.ts';
import { changeStops, maxStops } from '../../shared/orders/fraud/stop-list.ts';
import { account, type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import {
  ada,
  jobOf,
  ordered,
  orderedAs,
  orderFor,
  paidOnly,
  placed,
  placedAs,
  quoted,
  quotedAs,
  reconcileFor,
  requestFor,
  submitted,
} from '../support/fakes/orders.ts';
import { changeLetterPartner, command, refused, stateOf, withStoppedQueue } from '../support/operated.ts';

const editList = (deps: MemoryDeps, act: 'add' | 'remove', kind: string, whom: string) =>
  command(deps, 'stop-list', { act, kind, whom });

const sender = { ...ada, name: 'Compilers Ltd', addressLine1: '9 Elm St', city: 'Peoria', postalOrZip: '61602' };

const orderLetter = async (deps: MemoryDeps, to: object = {}, fields: object = {}, from: object = {}) => {
  const { letter, ...order } = orderFor((await quoted(deps)).quote_id, to, fields);
  return ordered(deps, { ...order, letter: { ...letter, from: { ...sender, ...from } } });
};

/** New orders use a copy of the list that is up to a minute old. */
const expireListCopy = (deps: MemoryDeps) => deps.clock.advance(61_000);

const refusal = { code: 'not_taken', message: expect.stringMatching(/This says nothing about you or the recipient/) };

// Some rows have Cyrillic, Greek or other letters that look like Latin ones.
test.each<[kind: string, whom: string, to: object, fields?: object]>([
  ['name', 'LOVELACE, Ada', {}],
  ['name', 'Àdá Lovelace', { name: 'ada   lovelace' }],
  ['name', 'Ada Lovelace', { name: 'Аdа Lоvеlасе' }],
  ['name', 'Analytical Engines', { name: null, companyName: 'ENGINES (Analytical)' }],
  ['address', '12 Analytical Way, Springfield, IL 62701', { name: 'Somebody Else' }],
  ['name', 'Ada Lovelace', { name: 'Mrs. Ada Lovelace, Jr.' }],
  ['name', 'Ada Lovelace', { name: 'Ada Love\u3164ʟɑce' }],
  ['address', '12 Oak Street Apt 4, Springfield, IL 62701', { addressLine1: '12 OAK ST', addressLine2: '# 4' }],
  ['address', '12 Oak Street Apt 4, Springfield, IL 62701', { addressLine1: '12 Oak Str Apt4' }],
  ['address', '12 Oak Street Apt 4, Springfield, IL 62701', { addressLine1: '4-12 Оаk Street' }],
  ['address', '12 Oak Street Apt 4, Springfield, IL 62701', { addressLine1: '12 Oak St', addressLine2: 'Room 4' }],
  ['address', '12 Fifth Avenue, Springfield, IL 62701', { addressLine1: '１２ 5th Ave' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: '12 Oak St', postalOrZip: '62799' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: '12 Oak St', postalOrZip: undefined }],
  ['name', 'Ada Lovelace', { name: 'Ada-Love_lace' }],
  ['name', 'Ada Lovelace', { name: 'Dr.AdaLovelace' }],
  ['name', 'Ada Lovelace', { firstName: 'Love lace', lastName: 'Ada' }],
  ['name', 'Ada Lovelace', { name: 'Prof. 4da L0ve1ace' }],
  ['name', 'Ada Lovelace', { name: 'Ａｄａ Ⅼovelace' }],
  ['name', 'Helen Young', { name: 'ΗELEΝ ΥOUNG' }],
  ['name', 'William Ian', { name: 'WiIIiam lan' }],
  // The first letter is two UTF-16 units.
  ['name', '𠮷 野花', { name: '野花𠮷' }],
  ['name', 'Ada Lovelace', { name: 'Bob c/o Ada Lovelace' }],
  ['name', 'Ada Lovelace', { name: 'Occupant', companyName: 'Attn: Ada Lovelace' }],
  ['name', 'Ada Lovelace', { name: 'Occupant (c/o Ada Lovelace)' }],
  ['name', 'Ada Lovelace', { name: 'Occupant', companyName: '[c/o Ada Lovelace]' }],
  ['name', 'Ada Lovelace', { name: 'Occupant', addressLine2: 'Rear;c/o Ada Lovelace' }],
  ['name', 'Ada Lovelace', { name: 'Bob -c/o Ada Lovelace' }],
  ['name', 'Ada Lovelace', { name: 'Occupant', addressLine2: '℅ Lovelace, Ada' }],
  ['name', 'Ada Lovelace', { name: 'Bob', addressLine1: 'C.O. Ada Lovelace 12 Oak St' }],
  ['name', 'Ada Lovelace', { name: 'Ada', companyName: 'Lovelace' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: 'l2 0ak St', postalOrZip: '6270l' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: '12OakStreet' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: 'c/o Bob, 12 Oak St', addressLine2: 'Rear' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { companyName: '12 Oak St', addressLine1: 'Front desk' }],
  [
    'address',
    '1 Oak St, Springfield, IL 62701',
    { addressLine1: '1 Oak St', city: 'Sрringfie1d', postalOrZip: '62799' },
  ],
  ['network', '192.0.2.1', {}],
  ['email', 'Ada@example.com', {}, { notify: { email: 'ada+mail@EXAMPLE.com' } }],
  ['email', 'ada@gmail.com', {}, { notify: { email: 'A.d.a@googlemail.com' } }],
])(
  'with the %s %j on the stop list, an order with %j is refused with an error that accuses no one',
  async (kind, whom, to, fields = {}) => {
    const deps = memoryDeps();
    expect(await editList(deps, 'add', kind, whom)).toMatchObject({ ok: true });
    await expect(orderLetter(deps, to, fields)).rejects.toMatchObject(refusal);
    const list = JSON.stringify(await command(deps, 'stop-list', { act: 'show' }));
    expect(list.replace(/"[0-9a-f]{32}"/g, 'DIGEST')).not.toMatch(/ada|lovelace|oak|192/i);
    await editList(deps, 'remove', kind, whom);
    await expireListCopy(deps);
    expect(await orderLetter(deps, to, fields)).toMatchObject({ outcome: 'created' });
  },
);

test.each([
  ['name', 'Ada Lovelace', { name: 'Ada Lovelace-King' }],
  ['name', 'Ada Lovelace', { name: 'Ad Alovelac' }],
  ['name', 'Amy Lee', { name: 'May Lee' }],
  ['name', 'Ada B. Lovelace', { name: 'Ada C. Lovelace' }],
  ['name', 'Dr. Ada', { name: 'Prof. Dr.' }],
  ['name', 'New England', { name: 'Medicare of New England' }],
  ['name', 'Connor', { name: 'C. O’Connor' }],
  ['name', 'J. Brien', { name: 'J.C. O Brien' }],
  ['address', '12 Medicare of Reno Way, Springfield, IL 62701', { addressLine1: '12 Medicare of Salem Way' }],
  ['address', '14 Analytical Way, Springfield, IL 62701', {}],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: '12 Oak St', addressLine2: 'Apt 4' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: '12 Oak St', addressLine2: 'Building B' }],
  ['address', '12 Oak Street Apt 4, Springfield, IL 62701', { addressLine1: '12 Oak St', addressLine2: 'Apt 5' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: '21 Oak St' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: '12 Oak Ave' }],
  ['address', '12 Oak Street, Springfield, IL 62701', { addressLine1: '12 N Oak St' }],
  ['address', '1 Oak St, Springfield, IL 62701', { addressLine1: '1 Oak St', city: 'Salem', postalOrZip: '62881' }],
  ['address', '12 rue Principale, Montréal, QC H2X 1Y4', { addressLine1: '12, rue Saint-Denis' }],
])('with the %s %j on the stop list, an order with %j is accepted', async (kind, whom, to) => {
  const deps = memoryDeps();
  expect(await editList(deps, 'add', kind, whom)).toMatchObject({ ok: true });
  expect(await orderLetter(deps, to)).toMatchObject({ outcome: 'created' });
});

test('an order is refused if its sender’s name or address is on the stop list', async () => {
  const deps = memoryDeps();
  const from = { name: 'Dоmain L|sting, Inc.', addressLine1: '9 Elm Strеet' };
  for (const [kind, whom] of [
    ['name', 'Domain Listing Inc'],
    ['address', '9 Elm St, Peoria, IL 61602'],
  ] as const) {
    await editList(deps, 'add', kind, whom);
    await expect(orderLetter(deps, {}, {}, from)).rejects.toMatchObject(refusal);
    await editList(deps, 'remove', kind, whom);
    await expireListCopy(deps);
  }
});

test('an order number adds the recipient’s name or address of that order to the stop list, but not its sender', async () => {
  const deps = memoryDeps();
  const to = { name: 'Bob c/o Ada Lovelace', addressLine2: 'Apt 4' };
  const { body } = await orderLetter(deps, to);
  const number = orderNumberOf(String(body.job_id));
  await editList(deps, 'add', 'name', number);
  await expireListCopy(deps);
  await expect(orderLetter(deps, { name: 'Bob C/O ada lovelace' })).rejects.toMatchObject(refusal);
  expect(await orderLetter(deps, { name: 'Carol', addressLine2: 'Apt 4' })).toMatchObject({ outcome: 'created' });
  await editList(deps, 'remove', 'name', number);
  await editList(deps, 'add', 'address', number);
  await expireListCopy(deps);
  expect(await orderLetter(deps, { name: 'Bob c/o Ada Lovelace' })).toMatchObject({ outcome: 'created' });
  await expect(orderLetter(deps, { name: 'Carol', addressLine2: '# 4' })).rejects.toMatchObject(refusal);
});

test.each(['+12125550101', '(212) 555-0101'])('faxes to the number %s on the stop list are refused', async (number) => {
  const deps = memoryDeps();
  expect(await editList(deps, 'add', 'fax', number)).toMatchObject({ ok: true });
  const faxTo = async (to_number: string) => {
    const { fax, ...request } = requestFor('fax', (await quotedAs(deps, 'fax')).quote_id, 'none');
    return orderedAs(deps, 'fax', { ...request, fax: { ...(fax as object), to_number } });
  };
  await expect(faxTo('+12125550101')).rejects.toMatchObject(refusal);
  expect(await faxTo('+12125550102')).toMatchObject({ outcome: 'created' });
});

test('an order is refused if the address that we would suggest to its payer is on the stop list', async () => {
  const deps = memoryDeps();
  const suggestion = { ...ada, addressLine1: '12 Main St', firstName: 'Ada' };
  Object.assign(deps, { addresses: { verify: async () => ({ status: 'corrected', what: [], suggestion }) } });
  await editList(deps, 'add', 'address', '12 Main St, Springfield, IL 62701');
  await expect(orderLetter(deps, { addressLine1: '12 Man St' })).rejects.toMatchObject(refusal);
});

test('the order number of a check adds its bank account to the stop list, under all registrations', async () => {
  const deps = memoryDeps();
  const jobId = await placedAs(deps, 'check');
  await editList(deps, 'add', 'account', orderNumberOf(jobId));
  const otherRegistration = `bank_${'1'.repeat(26)}`;
  await deps.bankAccounts.create({ ...account, id: otherRegistration });
  await expireListCopy(deps);
  const { quote_id } = await quotedAs(deps, 'check');
  const request = requestFor('check', quote_id, 'none');
  const check = { ...(request.check as object), bank_account: otherRegistration };
  await expect(orderedAs(deps, 'check', { ...request, check })).rejects.toMatchObject(refusal);
  await expect(placedAs(deps, 'check')).rejects.toMatchObject(refusal);
  expect(await placed(deps)).toMatch(/^job_/);
});

test('a paid order whose recipient is put on the stop list waits for a person until it is resubmitted, and its alarm names no one', async () => {
  const { deps, go: resumeQueue } = withStoppedQueue();
  const jobId = await paidOnly(deps);
  await editList(deps, 'add', 'name', 'Ada Lovelace');
  resumeQueue();
  await command(deps, 'redrive', { job_id: jobId });
  await deps.clock.advance(5_000);
  expect(await jobOf(deps, jobId)).toMatchObject({
    state: 'needs_review',
    error: expect.not.stringMatching(/stop list|Ada/),
  });
  expect(deps.alarms).toContainEqual({
    message: 'held back',
    fields: { jobId, product: 'letter', reason: 'stop list: name' },
  });
  expect(deps.orders.all()).toEqual([]);
  await command(deps, 'resubmit', { job_id: jobId });
  await deps.clock.advance(5_000);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
  expect(deps.orders.all()).toHaveLength(1);
});

test('a paid order that its partner turned away is not sent again once its recipient is on the stop list', async () => {
  const deps = memoryDeps();
  const { submit } = deps.partners.letter;
  changeLetterPartner(deps, { submit: async () => ({ kind: 'not_taken', reason: 'overloaded' }) });
  const jobId = await submitted(deps);
  expect(await jobOf(deps, jobId)).toMatchObject({ state: 'paid', firstSeenAt: { claimed: expect.any(Number) } });
  await editList(deps, 'add', 'name', 'Ada Lovelace');
  changeLetterPartner(deps, { submit });
  await reconcileFor(deps, 60);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'needs_review' });
  expect(deps.orders.all()).toEqual([]);
});

test('new orders use a recent copy of the stop list, and every submission reads the list again', async () => {
  const deps = memoryDeps();
  const { get } = deps.stopList;
  let reads = 0;
  Object.assign(deps.stopList, {
    get: (id: string) => {
      reads += 1;
      return get(id);
    },
  });
  for (let order = 0; order < 5; order += 1) await placed(deps);
  expect(reads).toBe(1);
  await submitted(deps);
  expect(reads).toBe(2);
});

test('while the stop list cannot be read, new orders are accepted, but no order is sent', async () => {
  const deps = memoryDeps();
  Object.assign(deps.stopList, { get: () => Promise.reject(new Error('no table')) });
  expect(await stateOf(deps, await submitted(deps))).toMatchObject({ state: 'paid' });
  await deps.clock.advance(5_000);
  expect(deps.orders.all()).toEqual([]);
});

test.each([
  ['network', 'Ada', 'one IP address'],
  ['network', '2001:db8::/48', 'without a port or a mask'],
  ['network', '192.0.2.1:443', 'without a port or a mask'],
  ['fax', '555-0101', 'a fax number'],
  ['email', 'Ada', 'an email address'],
  ['address', 'Ada', 'an address on one line'],
  ['account', 'Ada', 'bank numbers are never typed'],
  ['account', '111000025 123456', 'bank numbers are never typed'],
  ['name', ' ', 'KIND WHOM. KIND is one of name, address'],
])('adding the %s %j to the stop list is refused, and the error says how to write it', async (kind, whom, hint) => {
  expect(await editList(memoryDeps(), 'add', kind, whom)).toEqual(refused(hint));
});

test('the email of an order without one cannot be added to the stop list', async () => {
  const deps = memoryDeps();
  const number = orderNumberOf(await placedAs(deps, 'check'));
  expect(await editList(deps, 'add', 'email', number)).toEqual(refused('has no email'));
});

test('a full stop list refuses new traits, but traits can still be removed', async () => {
  const deps = memoryDeps();
  const stops = Array.from({ length: maxStops - 1 }, (_, at) => ({ trait: `name:${at}` as const, since: 0 }));
  await changeStops(deps, () => stops);
  expect(await editList(deps, 'add', 'network', '192.0.2.1')).toMatchObject({ ok: true });
  expect(await editList(deps, 'add', 'network', '192.0.2.2')).toEqual(
    refused(`can hold ${maxStops} traits, and these would be too many`),
  );
  expect(await editList(deps, 'remove', 'network', '192.0.2.2')).toEqual(refused('It is not on the stop list'));
  expect(await editList(deps, 'remove', 'network', '192.0.2.1')).toMatchObject({ ok: true });
});
