import type { Email } from '../../shared/notify/deps.ts';
import { awsDouble } from '../support/doubles/aws.ts';
import { mailServer } from '../support/doubles/mail-server.ts';

const table = await awsDouble(() => ({ status: 200, body: '{}' }));
const server = await mailServer();
const before = { ...process.env };
afterAll(() => Promise.all([table.close(), server.close()]));
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  table.requests.length = 0;
  server.received.length = 0;
});

let processes = 0;

/** The mailer that a fresh process with these settings has. */
async function depsWith(environment: Readonly<Record<string, string>>) {
  Object.assign(process.env, { TABLE_NAME: 'things', ...environment });
  processes += 1;
  const app = (await import(
    `../../shared/config/app.ts?process=${processes}`
  )) as typeof import('../../shared/config/app.ts');
  return app.depsFor({});
}

const email: Email = {
  jobId: 'job_1',
  to: 'ada@example.com',
  subject: 'Paid',
  text: 'Paid.',
  html: '<p>Paid.</p>',
  reference: 'evt_1',
  stopUrl: 'https://mail.example.com/v1/emails/stop/abc',
  isTest: false,
};
const real = { PAYMENT_MODE: 'real', STRIPE_SECRET_KEY: 'sk_live_1', SERVICE_NAME: 'Acme Letters' };
const sending = { ...real, EMAIL_FROM: 'news@mail.example.com' };

/** How many items were written, and to whom messages went. */
const went = () => [
  table.requests.filter(({ headers }) => String(headers['x-amz-target']).endsWith('PutItem')).length,
  server.received.map(({ to }) => to),
];

test('mock mode keeps every e-mail as an item, whatever else is set', async () => {
  const { mailer, settings } = await depsWith({ EMAIL_FROM: 'news@mail.example.com' });
  expect([await mailer?.send(email), settings.sendsEmail, went()]).toEqual(['sent', true, [1, []]]);
  const { Item } = JSON.parse(table.requests[0]?.text ?? '{}');
  expect([Item.id.S, Item.kind.S, Item.item.M.kind.S]).toEqual([
    expect.stringMatching(/^mail_[0-9a-f]{32}$/),
    'email',
    'email',
  ]);
});

test('real mode sends none until a sender is set', async () => {
  const { mailer, settings } = await depsWith(real);
  expect([mailer, settings.sendsEmail]).toEqual([undefined, false]);
});

test('a mail server gets the e-mails of real money, and those of test money to the sender’s own domain', async () => {
  const { mailer, settings } = await depsWith({ ...sending, SMTP_URL: `smtp://127.0.0.1:${server.port}` });
  await mailer?.send(email);
  await mailer?.send({ ...email, isTest: true });
  await mailer?.send({ ...email, isTest: true, to: 'me@evil-mail.example.com' });
  await mailer?.send({ ...email, isTest: true, to: 'me@mail.EXAMPLE.com' });
  expect([settings.sendsEmail, went()]).toEqual([true, [2, ['ada@example.com', 'me@mail.example.com']]]);
  expect(server.received[0]?.source).toContain('From: Acme Letters <news@mail.example.com>');
});

test('without a mail server it is SES that is asked', async () => {
  const { mailer } = await depsWith(sending);
  expect(await mailer?.send(email)).toBe('sent');
  expect(table.requests.map(({ url }) => url)).toEqual(['/v2/email/outbound-emails']);
});
