/** Addresses at PostGrid and Lob: what goes out, what each answer means, every fault, and the time that they may take. */
import { firstToAnswer } from '../../shared/adapters/addresses/in-turn.ts';
import { lobAddresses } from '../../shared/adapters/addresses/lob.ts';
import { postgridAddresses } from '../../shared/adapters/addresses/postgrid.ts';
import { simulatedAddresses } from '../../shared/adapters/addresses/simulated.ts';
import type { Contact } from '../../shared/core/address.ts';
import type { AddressVerdict } from '../../shared/core/addresses/address-check.ts';
import type { Addresses } from '../../shared/ports/bank-accounts.ts';
import { accidents, type Fault } from '../support/doubles/http-faults.ts';
import { type LobDouble, openLob } from '../support/doubles/lob.ts';
import { openPostgrid, type PostgridDouble } from '../support/doubles/postgrid.ts';
import type { Fields } from '../support/doubles/request-body.ts';

const ada: Contact = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', addressLine1: '12 Analytical Way', city: 'Springfield' },
  ...{ provinceOrState: 'IL', postalOrZip: '62701', countryCode: 'US' },
};
const inToronto: Contact = {
  ...ada,
  city: 'Toronto',
  provinceOrState: 'ON',
  postalOrZip: 'M5V 2T6',
  countryCode: 'CA',
};

let known: Fields;
let postgrid: PostgridDouble;
let lob: LobDouble;
const timeoutMs = 400;
const atPostgrid = (apiKey = postgrid.liveKey) => postgridAddresses({ apiKey, baseUrl: postgrid.baseUrl, timeoutMs });
const atLob = (apiKey = lob.liveKey) => lobAddresses({ apiKey, baseUrl: lob.baseUrl, timeoutMs });

beforeEach(async () => {
  known = {};
  postgrid = await openPostgrid({ post: () => known });
  lob = await openLob();
  lob.post = () => known;
});
afterEach(() => Promise.all([postgrid.close(), lob.close()]));

test('PostGrid gets a contact without the recipient’s name, and keeps none', async () => {
  await atPostgrid().verify({ ...ada, companyName: 'Engines Ltd', addressLine2: 'Apt 4' });
  expect(postgrid.seen.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  expect(postgrid.contacts.size).toBe(0);
  expect(postgrid.seen[0]).toMatchObject({ method: 'POST', path: '/contacts' });
  expect(postgrid.seen[0]?.fields).toEqual({
    ...{ firstName: 'Resident', addressLine1: '12 Analytical Way', addressLine2: 'Apt 4', city: 'Springfield' },
    ...{ provinceOrState: 'IL', postalOrZip: '62701', countryCode: 'US', description: 'Address check' },
  });
});

test('Lob gets the address alone, and is asked for proper case', async () => {
  await atLob().verify({ ...ada, addressLine2: 'Apt 4' });
  expect(lob.seen[0]).toMatchObject({ method: 'POST', path: '/us_verifications' });
  expect(lob.seen[0]?.query.get('case')).toBe('proper');
  expect(lob.seen[0]?.fields).toEqual({
    ...{
      primary_line: '12 Analytical Way',
      secondary_line: 'Apt 4',
      city: 'Springfield',
      state: 'IL',
      zip_code: '62701',
    },
  });
});

const undeliverable = (...what: readonly string[]) => ({ status: 'undeliverable', what });

/** `[what the post knows, the verdict]` */
const atPostgridKnown: readonly (readonly [Fields, object])[] = [
  [{}, { status: 'verified' }],
  [{ addressStatus: 'corrected', city: 'SPRINGFIELD', postalOrZip: '62701-1234' }, { status: 'verified' }],
  [
    { addressStatus: 'corrected', addressLine1: '12 ANALYTICAL DR', postalOrZip: '62702-0001' },
    {
      status: 'corrected',
      what: ['addressLine1', 'postalOrZip'],
      suggestion: { ...ada, addressLine1: '12 ANALYTICAL DR', addressLine2: undefined, postalOrZip: '62702-0001' },
    },
  ],
  [{ addressStatus: 'corrected', addressLine1: '<script>' }, { status: 'unknown' }],
  [{ addressStatus: 'failed' }, undeliverable('not_found')],
  [{ addressStatus: 'failed', addressErrors: 'line1: Missing Value: Civic number' }, undeliverable('number_missing')],
  [{ addressStatus: 'failed', addressErrors: 'line1: Incorrect Value: Civic number' }, undeliverable('number_unknown')],
  [{ addressStatus: 'failed', addressErrors: 'line1: Incorrect Value: Street name' }, undeliverable('street_unknown')],
  [{ addressStatus: 'failed', addressErrors: 'line2: Missing Value: Suite identifier' }, undeliverable('unit_missing')],
  [
    { addressStatus: 'failed', addressErrors: 'line1: Incorrect Value: Suite identifier' },
    undeliverable('unit_unknown'),
  ],
  [
    { addressStatus: 'failed', addressErrors: 'city: Incorrect Value: Municipality name' },
    undeliverable('place_unknown'),
  ],
  [
    {
      addressStatus: 'failed',
      addressErrors: 'line1: Missing Value: Suite keyword; line1: Incorrect Value: Civic number',
    },
    undeliverable('number_unknown', 'unit_missing'),
  ],
  [{ addressStatus: 'failed', addressErrors: 'something new' }, undeliverable('not_found')],
  [{ addressStatus: 'failed', addressErrors: { no: 'text' } }, undeliverable('not_found')],
  [{ addressStatus: 'partly' }, { status: 'unknown' }],
];

test.each(atPostgridKnown)('PostGrid: %j', async (post, verdict) => {
  known = post;
  expect(await atPostgrid().verify(ada)).toEqual(verdict);
});

const footnotes = (...dpv_footnotes: readonly string[]) => ({
  deliverability: 'undeliverable',
  deliverability_analysis: { dpv_footnotes },
});

const atLobKnown: readonly (readonly [Fields, object])[] = [
  [{}, { status: 'verified' }],
  [{ deliverability: 'deliverable_unnecessary_unit' }, { status: 'verified' }],
  [
    { primary_line: '12 Analytical Dr', components: { city: 'NEW SPRINGFIELD' } },
    {
      status: 'corrected',
      what: ['addressLine1', 'city'],
      suggestion: { ...ada, addressLine1: '12 Analytical Dr', city: 'New Springfield', addressLine2: undefined },
    },
  ],
  [{ deliverability: 'deliverable_missing_unit' }, undeliverable('unit_missing')],
  [{ deliverability: 'deliverable_incorrect_unit' }, undeliverable('unit_unknown')],
  [footnotes('AA', 'M1'), undeliverable('number_missing')],
  [footnotes('AA', 'M3'), undeliverable('number_unknown')],
  [footnotes('P1', 'P3'), undeliverable('number_missing', 'number_unknown')],
  [footnotes('R7'), undeliverable('not_delivered_to')],
  [footnotes('A1'), undeliverable('not_found')],
  [
    { deliverability: 'undeliverable', deliverability_analysis: { dpv_vacant: 'Y', dpv_active: 'N' } },
    undeliverable('not_delivered_to'),
  ],
  [{ deliverability: 'perhaps' }, { status: 'unknown' }],
  [{ components: { state: 'XX' } }, { status: 'unknown' }],
];

test.each(atLobKnown)('Lob: %j', async (post, verdict) => {
  known = post;
  expect(await atLob().verify(ada)).toEqual(verdict);
});

test('Lob is not asked about Canada, nor without what it needs', async () => {
  expect(await atLob().verify(inToronto)).toEqual({ status: 'unknown' });
  expect(await atLob().verify({ ...ada, postalOrZip: 'none', provinceOrState: undefined })).toEqual({
    status: 'unknown',
  });
  expect(lob.seen).toEqual([]);
});

const gossip = 'Ada Lovelace of 12 Analytical Way';
const faults: readonly (readonly [string, Fault])[] = [
  ...[400, 401, 402, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504].map((status): [string, Fault] => [
    `${status}`,
    { status, body: { error: { message: gossip } } },
  ]),
  ['a redirection', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
  ['200 with a list', { status: 200, body: [{ addressStatus: 'verified', deliverability: 'deliverable' }] }],
  ['200 with nothing', { status: 200, body: {} }],
  ...accidents.map((accident): [string, Fault] => [accident, accident]),
];

test.each(faults)('nobody knows the address after %s', async (_, fault) => {
  postgrid.next('POST /contacts', fault);
  lob.next('POST /us_verifications', fault);
  expect(await Promise.all([atPostgrid().verify(ada), atLob().verify(ada)])).toEqual([
    { status: 'unknown' },
    { status: 'unknown' },
  ]);
});

test('a contact that cannot be deleted changes no verdict', async () => {
  postgrid.next('DELETE /contacts', { status: 500, body: {} });
  expect(await atPostgrid().verify(ada)).toEqual({ status: 'verified' });
});

test('a wrong key and a partner that is gone tell nothing either', async () => {
  const gone = { apiKey: 'live_gone', baseUrl: 'http://127.0.0.1:1', timeoutMs };
  const all = [atPostgrid('live_wrong'), atLob('live_wrong'), postgridAddresses(gone), lobAddresses(gone)];
  for (const addresses of all) expect(await addresses.verify(ada)).toEqual({ status: 'unknown' });
});

describe('two partners in turn', () => {
  const told = (verdict: AddressVerdict, takesMs = 0) => {
    const asked: Contact[] = [];
    const addresses: Addresses = {
      async verify(address) {
        asked.push(address);
        now += takesMs;
        return verdict;
      },
    };
    return { addresses, asked };
  };
  let now = 0;
  const ask = async (...partners: readonly { readonly addresses: Addresses }[]) =>
    firstToAnswer(
      partners.map(({ addresses }) => addresses),
      { now: () => now },
    );

  test('the second is asked only if the first does not know', async () => {
    const [first, second] = [told({ status: 'verified' }), told({ status: 'undeliverable', what: ['not_found'] })];
    expect(await (await ask(first, second))?.verify(ada)).toEqual({ status: 'verified' });
    expect(second.asked).toEqual([]);
    const silent = told({ status: 'unknown' });
    expect(await (await ask(silent, second))?.verify(ada)).toMatchObject({ status: 'undeliverable' });
  });

  test('one that was slow is left alone for half a minute, one that just does not know is not', async () => {
    const [slow, quick] = [told({ status: 'unknown' }, 900), told({ status: 'unknown' })];
    const both = await ask(slow, quick);
    await both?.verify(ada);
    await both?.verify(ada);
    expect([slow.asked.length, quick.asked.length]).toEqual([1, 2]);
    now += 30_000;
    await both?.verify(ada);
    expect([slow.asked.length, quick.asked.length]).toEqual([2, 3]);
  });

  test('nobody is nobody, and the simulated post is asked as it is', async () => {
    expect(await ask()).toBeUndefined();
    expect(await ask({ addresses: simulatedAddresses })).toBe(simulatedAddresses);
  });
});
