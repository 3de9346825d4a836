/** Addresses at PostGrid: what goes out, what each answer means, every fault, and the time that they may take. */

import type { Contact } from '../../shared/domain/address.ts';
import { postgridAddresses } from '../../shared/partners/postgrid/postgrid.ts';
import { openPostgrid, type PostgridDouble } from '../support/doubles/postgrid.ts';
import { accidents, type Fault, type Fields } from '../support/doubles/wire.ts';

const ada: Contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  addressLine1: '12 Analytical Way',
  city: 'Springfield',
  provinceOrState: 'IL',
  postalOrZip: '62701',
  countryCode: 'US',
};
let known: Fields;
let postgrid: PostgridDouble;
const settings = { timeoutMs: 400, log: { alarm: () => {} } };
const atPostgrid = (apiKey = postgrid.liveKey) => postgridAddresses({ ...settings, apiKey, baseUrl: postgrid.baseUrl });

beforeEach(async () => {
  known = {};
  postgrid = await openPostgrid({ post: () => known });
});
afterEach(() => postgrid.close());

test('PostGrid gets a contact without the recipient’s name, and keeps none', async () => {
  await atPostgrid().verify({ ...ada, companyName: 'Engines Ltd', addressLine2: 'Apt 4' });
  expect(postgrid.seen.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  expect(postgrid.contacts.size).toBe(0);
  expect(postgrid.seen[0]).toMatchObject({ method: 'POST', path: '/contacts' });
  expect(postgrid.seen[0]?.fields).toEqual({
    firstName: 'Resident',
    addressLine1: '12 Analytical Way',
    addressLine2: 'Apt 4',
    city: 'Springfield',
    provinceOrState: 'IL',
    postalOrZip: '62701',
    countryCode: 'US',
    description: 'Address check',
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
  [{ addressStatus: 'failed', addressErrors: 'line2: Missing Value: Suite identifier' }, undeliverable('unit_missing')],
  [
    { addressStatus: 'failed', addressErrors: 'line1: Incorrect Value: Suite identifier' },
    undeliverable('unit_unknown'),
  ],
  [
    { addressStatus: 'failed', addressErrors: 'city: Incorrect Value: Municipality name' },
    undeliverable('place_unknown'),
  ],
  [{ addressStatus: 'failed', addressErrors: 'something new' }, undeliverable('not_found')],
  [{ addressStatus: 'partly' }, { status: 'unknown' }],
];

test.each(atPostgridKnown)('PostGrid: %j', async (post, verdict) => {
  known = post;
  expect(await atPostgrid().verify(ada)).toEqual(verdict);
});

const gossip = 'Ada Lovelace of 12 Analytical Way';
const faults: readonly (readonly [string, Fault])[] = [
  ...[400, 401, 429, 500].map((status): [string, Fault] => [
    `${status}`,
    { status, body: { error: { message: gossip } } },
  ]),
  ['200 with nothing', { status: 200, body: {} }],
  ...accidents.map((accident): [string, Fault] => [accident, accident]),
];

test.each(faults)('nobody knows the address after %s', async (_, fault) => {
  postgrid.next('POST /contacts', fault);
  expect(await atPostgrid().verify(ada)).toEqual({ status: 'unknown' });
});

test('a contact that cannot be deleted changes no verdict', async () => {
  postgrid.next('DELETE /contacts', { status: 500, body: {} });
  expect(await atPostgrid().verify(ada)).toEqual({ status: 'verified' });
});
