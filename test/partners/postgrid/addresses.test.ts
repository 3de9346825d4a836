/** Address checks at PostGrid: the request, the meaning of each response, and every fault. */
import { postgridAddresses } from '../../../shared/partners/postgrid/postgrid.ts';
import { silenceMs } from '../../support/adapters/silence.ts';
import { openPostgrid, type PostgridDouble } from '../../support/doubles/postgrid.ts';
import { accidents, type Fault, type Fields } from '../../support/doubles/wire.ts';
import { order } from '../../support/letters.ts';

const { to: ada } = order;
let verification: Fields;
let postgrid: PostgridDouble;
const settings = { timeoutMs: silenceMs, log: { alarm: () => {} } };
const verify = (address = ada) =>
  postgridAddresses({ ...settings, apiKey: postgrid.liveKey, baseUrl: postgrid.baseUrl }).verify(address);

beforeEach(async () => {
  verification = {};
  postgrid = await openPostgrid({ checkAddress: () => verification });
});
afterEach(() => postgrid.close());

test('an address check sends PostGrid a contact without the recipient’s name, and deletes it', async () => {
  await verify({ ...ada, companyName: 'Engines Ltd', addressLine2: 'Apt 4' });
  expect(postgrid.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  expect(postgrid.contacts.size).toBe(0);
  expect(postgrid.requests[0]).toMatchObject({ method: 'POST', path: '/contacts' });
  expect(postgrid.requests[0]?.fields).toEqual({
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

const undeliverable = (fault: string) => ({ status: 'undeliverable', what: [fault] });
const failed = (addressErrors?: string) => ({ addressStatus: 'failed', addressErrors });

test.each<[Fields, object]>([
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
  [failed(), undeliverable('not_found')],
  [failed('line1: Missing Value: Civic number'), undeliverable('number_missing')],
  [failed('line1: Incorrect Value: Civic number'), undeliverable('number_unknown')],
  [failed('line2: Missing Value: Suite identifier'), undeliverable('unit_missing')],
  [failed('line1: Incorrect Value: Suite identifier'), undeliverable('unit_unknown')],
  [failed('city: Incorrect Value: Municipality name'), undeliverable('place_unknown')],
  [failed('something new'), undeliverable('not_found')],
  [{ addressStatus: 'partly' }, { status: 'unknown' }],
])('PostGrid’s response %j becomes our verdict', async (response, verdict) => {
  verification = response;
  expect(await verify()).toEqual(verdict);
});

test.each<Fault>([
  ...[400, 401, 429, 500].map((status) => ({ status, body: { error: { message: 'Ada Lovelace' } } })),
  { status: 200, body: {} },
  ...accidents,
])('after the fault %j, the verdict is unknown', async (fault) => {
  postgrid.failNext('POST /contacts', fault);
  expect(await verify()).toEqual({ status: 'unknown' });
});

test('a contact that cannot be deleted does not change the verdict', async () => {
  postgrid.failNext('DELETE /contacts', { status: 500, body: {} });
  expect(await verify()).toEqual({ status: 'verified' });
});
