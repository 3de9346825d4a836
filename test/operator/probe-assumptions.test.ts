/** The probe asks partners' doubles over HTTP for what the service assumes of them, also doubles that break each of it. */
import { type LobDouble, openLob } from '../support/doubles/lob.ts';
import { openPostgrid, type PostgridDouble, type PostgridOptions } from '../support/doubles/postgrid.ts';
import { type SinchDouble, sinchDouble } from '../support/doubles/sinch.ts';
import { type StripeDouble, type StripeDoubleOptions, startStripe } from '../support/doubles/stripe.ts';
import { type TelnyxDouble, type TelnyxDoubleOptions, telnyxDouble } from '../support/doubles/telnyx.ts';
import { type ProbeOptions, probe } from '../tools/partner-probe/probe.ts';

const hour = 3_600_000;

// The probe also asks what no partner's description allows, to see that it is refused: nobody judges these requests.
const { PARTNER_REQUESTS } = process.env;
beforeAll(() => {
  delete process.env.PARTNER_REQUESTS;
});
afterAll(() => {
  if (PARTNER_REQUESTS !== undefined) process.env.PARTNER_REQUESTS = PARTNER_REQUESTS;
});

interface Doubles {
  readonly postgrid: PostgridDouble;
  readonly lob: LobDouble;
  readonly stripe: StripeDouble;
  readonly telnyx: TelnyxDouble;
  readonly sinch: SinchDouble;
}

interface Broken {
  readonly postgrid?: PostgridOptions;
  readonly stripe?: StripeDoubleOptions;
  readonly telnyx?: Partial<TelnyxDoubleOptions>;
  readonly lob?: Partial<Pick<LobDouble, 'listLagMs' | 'keyLivesMs'>>;
  readonly sinch?: { readonly listLagMs: number };
}

let doubles: Doubles;
let now: number;
const time = {
  now: () => now,
  sleep: async (ms: number) => {
    now += ms;
  },
};

async function open(broken: Broken = {}): Promise<void> {
  now = Date.now();
  const lob = await openLob(time.now);
  Object.assign(lob, broken.lob);
  doubles = {
    lob,
    postgrid: await openPostgrid({ now: time.now, ...broken.postgrid }),
    stripe: await startStripe(broken.stripe),
    telnyx: await telnyxDouble({ clock: time, ...broken.telnyx }),
    sinch: await sinchDouble({ clock: time, ...broken.sinch }),
  };
}
afterEach(async () => {
  await Promise.all(Object.values(doubles).map((double: { close(): Promise<unknown> }) => double.close()));
});

const environmentOf = ({ postgrid, lob, stripe, telnyx, sinch }: Doubles): Readonly<Record<string, string>> => ({
  ...{ POSTGRID_API_KEY: postgrid.apiKey, POSTGRID_API_BASE: postgrid.baseUrl },
  ...{ LOB_API_KEY: lob.apiKey, LOB_API_BASE: lob.baseUrl },
  ...{ STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_API_BASE: stripe.url },
  ...{ TELNYX_API_KEY: telnyx.settings.apiKey, TELNYX_CONNECTION_ID: telnyx.settings.connectionId },
  ...{ TELNYX_FROM_NUMBER: telnyx.settings.fromNumber, TELNYX_PUBLIC_KEY: telnyx.publicKey },
  ...{ TELNYX_API_BASE: telnyx.base, SINCH_API_BASE: sinch.base, SINCH_PROJECT_ID: sinch.settings.projectId },
  ...{ SINCH_KEY_ID: sinch.settings.keyId, SINCH_KEY_SECRET: sinch.settings.keySecret },
});

/** The rows of the table, as `partner assumption: verdict, asked, answer`. */
async function run(options: Partial<ProbeOptions> = {}) {
  const lines: string[] = [];
  const environment = environmentOf(doubles);
  const { exit, used } = await probe({ environment, ...time, print: (line) => void lines.push(line), ...options });
  const rows = lines.filter((line) => line.includes(' | ')).map((line) => line.split(' | ').map((cell) => cell.trim()));
  return { exit, used, rows: rows.slice(1), head: rows[0] };
}

const failed = ({ rows }: Awaited<ReturnType<typeof run>>) =>
  rows
    .filter(([, , verdict]) => verdict === 'does not hold')
    .map(([partner, assumption, , asked]) => `${partner} ${assumption} ${asked}`);

test('of partners as they are documented every assumption holds, or nobody can ask', async () => {
  await open({ postgrid: { searchLagMs: 4_000 } });
  const { exit, rows, head } = await run({ mayFax: true });
  expect(head).toEqual(['Partner', 'No.', 'It', 'Asked', 'Answer']);
  expect(
    rows.map(([partner, assumption, verdict, , answer]) => `${partner} ${assumption} ${verdict}: ${answer}`),
  ).toEqual([
    'PostGrid A1 holds: refused: 401 invalid_api_key_error; 0 orders afterwards',
    'PostGrid A1 cannot be asked: no test key brings such an answer about',
    'PostGrid A2 holds: listed after 5 s',
    'PostGrid A3 holds: one order (201, ready; 201, ready)',
    'PostGrid A3 holds: one order (201, ready; 201, ready)',
    'PostGrid A3 holds: one order (201, ready; 201, ready)',
    'PostGrid A7 holds: refused: 400 validation_error; 0 orders afterwards; again: refused: 400 validation_error',
    'Lob A1 holds: refused: 401 unauthorized; 0 orders afterwards',
    'Lob A1 cannot be asked: no test key brings such an answer about',
    'Lob A2 holds: listed after 0 s',
    'Lob A3 holds: one order (200, rendered; 200, rendered)',
    'Lob A3 holds: one order (200, rendered; 200, rendered)',
    'Lob A3 holds: one order (200, rendered; 200, rendered)',
    'Lob A7 holds: refused: 422 invalid; 0 orders afterwards; again: refused: 422 invalid',
    'Telnyx A1 holds: refused: 401 without a type; 0 orders afterwards',
    'Telnyx A1 cannot be asked: no test key brings such an answer about',
    'Telnyx A2 cannot be asked: Telnyx has no test keys, and every fax is a real one',
    'Telnyx A3 cannot be asked: nothing is assumed: it documents no idempotency keys',
    'Telnyx A7 holds: refused: 422 without a type; 0 orders afterwards; again: refused: 422 without a type',
    'Sinch A1 holds: refused: 401 without a type; 0 orders afterwards',
    'Sinch A1 cannot be asked: no test key brings such an answer about',
    'Sinch A2 holds: listed after 0 s',
    'Sinch A3 cannot be asked: nothing is assumed: it documents no idempotency keys',
    'Sinch A7 holds: refused: 422 without a type; 0 orders afterwards; again: refused: 422 without a type',
    'Stripe A5 holds: 100 of 100 cents went back (200; 400 charge_already_refunded)',
    'Stripe A8 holds: 400 payment_intent_unexpected_state; once it was paid: 400 payment_intent_unexpected_state',
  ]);
  expect(exit).toBe(0);
});

test('nothing is left standing but the one letter whose key is asked about later', async () => {
  await open();
  await run({ mayFax: true });
  expect(doubles.postgrid.living()).toBe(2);
  expect(doubles.lob.living()).toBe(0);
  expect(doubles.telnyx.faxes()).toEqual([]);
  expect(doubles.sinch.faxes().map(({ to }) => to)).toEqual(['+19898989898']);
  expect(doubles.stripe.givenBackCents()).toBe(100 * doubles.stripe.captures());
});

describe('a partner that breaks an assumption is found out:', () => {
  const minutes = 60_000;
  test.each<readonly [string, Broken, string[]]>([
    [
      'A1, an order is made for a key that nobody has',
      { postgrid: { makesForStrangers: true } },
      ['PostGrid A1 an order under a key that nobody has makes none'],
    ],
    [
      'A1, a fax',
      { telnyx: { makesForStrangers: true } },
      ['Telnyx A1 an order under a key that nobody has makes none'],
    ],
    ['A2, a list lags', { postgrid: { searchLagMs: 5 * minutes } }, ['PostGrid A2 a list shows an order within 60 s']],
    ['A2, a list of Lob lags', { lob: { listLagMs: 5 * minutes } }, ['Lob A2 a list shows an order within 60 s']],
    ['A2, a list of faxes lags', { sinch: { listLagMs: 5 * minutes } }, ['Sinch A2 a list shows an order within 60 s']],
    [
      'A3, keys are not honored',
      { postgrid: { keyLivesMs: 0 } },
      ['the same order again', 'other bytes', 'a call in flight'].map(
        (what) => `PostGrid A3 a key makes one order: ${what}`,
      ),
    ],
    [
      'A3, other bytes make another order',
      { postgrid: { mismatch: 'second' } },
      ['PostGrid A3 a key makes one order: other bytes'],
    ],
    [
      'A3, a key is not known at once',
      { postgrid: { keyLagMs: 500 } },
      ['PostGrid A3 a key makes one order: a call in flight'],
    ],
    [
      'A3, keys of Lob live for a second',
      { lob: { keyLivesMs: 1_000 } },
      ['Lob A3 a key makes one order: the same order again', 'Lob A3 a key makes one order: other bytes'],
    ],
    [
      'A5, a payment is refunded twice',
      { stripe: { refundsAgain: true } },
      ['Stripe A5 full refunds under two keys give a payment back once'],
    ],
    [
      'A7, a refusal does not stay',
      { postgrid: { forgivesRefusals: true } },
      ['PostGrid A7 an order that was refused stays refused'],
    ],
    [
      'A8, a refusal is not stored',
      { stripe: { forgetsRefusals: true } },
      ['Stripe A8 a refund that was refused is refused again under its key'],
    ],
  ])('%s', async (_, broken, expected) => {
    await open(broken);
    const probed = await run({ mayFax: true });
    expect(failed(probed)).toEqual(expected);
    expect(probed.exit).toBe(1);
  });
});

describe('later', () => {
  const later = async (options: PostgridOptions, hours: number) => {
    await open({ postgrid: options });
    const { used } = await run();
    if (used === undefined) throw new Error('nothing to ask about');
    now += hours * hour;
    return (await run({ again: used })).rows.map(
      ([, assumption, verdict, , answer]) => `${assumption} ${verdict}: ${answer}`,
    );
  };

  test('both times are over, and both assumptions hold', async () => {
    expect(await later({}, 48)).toEqual([
      expect.stringMatching(/^A3 holds: it still brings the first letter; 48\.\d of 24 h are over$/),
      expect.stringMatching(/^A2 holds: it is listed; 48\.\d of 48 h are over$/),
    ]);
  });

  test('the key and the order were forgotten too soon', async () => {
    expect(await later({ keyLivesMs: 10 * hour, searchEndsMs: 10 * hour }, 20)).toEqual([
      expect.stringMatching(/^A3 does not hold: it does not bring the first letter/),
      expect.stringMatching(/^A2 does not hold: it is not listed/),
    ]);
  });
});

test.each([
  ['LOB_API_KEY', 'live_0123456789', 'Lob'],
  ['STRIPE_SECRET_KEY', 'sk_live_0123456789', 'Stripe'],
])('%s that is a live key is used for nothing', async (name, key, partner) => {
  await open();
  const { rows } = await run({ environment: { ...environmentOf(doubles), [name]: key } });
  const answers = rows.filter(([title]) => title === partner).map(([, , verdict, , answer]) => `${verdict}: ${answer}`);
  expect(new Set(answers)).toEqual(
    new Set([expect.stringMatching(new RegExp(`^cannot be asked: ${name} is a live key`))]),
  );
  expect(partner === 'Lob' ? doubles.lob.seen : doubles.stripe.asked).toEqual([]);
});

test('without keys nothing is asked, and without leave no fax is sent', async () => {
  await open();
  const { POSTGRID_API_KEY = '', POSTGRID_API_BASE = '' } = environmentOf(doubles);
  const { rows } = await run({ environment: { POSTGRID_API_KEY, POSTGRID_API_BASE } });
  for (const partner of ['Lob', 'Telnyx', 'Sinch', 'Stripe'])
    expect(rows).toContainEqual([
      partner,
      expect.any(String),
      'cannot be asked',
      'everything',
      `no key of ${partner} is configured`,
    ]);
  await run();
  expect(doubles.sinch.faxes()).toEqual([]);
});
