/** Emails by Amazon SES and by a mail server: what is sent, what each response means, and which mailer is chosen. */
import type { Log } from '../../shared/domain/metrics.ts';
import { sesMailer } from '../../shared/notify/adapters/email/ses.ts';
import { smtpMailer, smtpTransport } from '../../shared/notify/adapters/email/smtp.ts';
import type { Email } from '../../shared/notify/deps.ts';
import { type AwsReply, awsDouble } from '../support/doubles/aws.ts';
import { certificateFor } from '../support/doubles/certificate.ts';
import { mailServer } from '../support/doubles/mail-server.ts';

let reply: AwsReply;
const double = await awsDouble(() => reply);
const alarms: { readonly message: string; readonly code: string | undefined }[] = [];
const log: Log = {
  info: () => {},
  alarm: (message, fields) => void alarms.push({ message, code: fields?.code }),
  measure: () => {},
};
afterAll(() => double.close());
beforeEach(() => {
  reply = { status: 200, body: '{"MessageId":"0100"}', type: 'application/json' };
  double.requests.length = 0;
  alarms.length = 0;
});

const email: Email = {
  jobId: 'job_1',
  to: 'ada@example.com',
  subject: 'Paiement reçu',
  text: 'Voilà',
  html: '<p>Voilà</p>',
  reference: 'evt_1',
  stopUrl: 'https://mail.example.com/v1/emails/stop/abc',
  isTest: false,
};
const mailerBySes = (name: string | undefined = 'Acme "Letters"', support = 'mailto:help@example.com') =>
  sesMailer({ sender: { address: 'news@mail.example.com', name, support }, configurationSet: 'events', log });

test('a message to SES has both body parts, a sender, a reply-to, unsubscribe headers and a reference', async () => {
  expect(await mailerBySes().send(email)).toBe('sent');
  const [{ method, url, text } = { method: '', url: '', text: '{}' }] = double.requests;
  expect([method, url]).toEqual(['POST', '/v2/email/outbound-emails']);
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  expect(JSON.parse(text)).toEqual({
    FromEmailAddress: '"Acme \\"Letters\\"" <news@mail.example.com>',
    ConfigurationSetName: 'events',
    ReplyToAddresses: ['help@example.com'],
    Destination: { ToAddresses: ['ada@example.com'] },
    Content: {
      Simple: {
        Subject: utf8('Paiement reçu'),
        Body: { Text: utf8('Voilà'), Html: utf8('<p>Voilà</p>') },
        Headers: [
          { Name: 'List-Unsubscribe', Value: '<https://mail.example.com/v1/emails/stop/abc>' },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          { Name: 'Auto-Submitted', Value: 'auto-generated' },
          { Name: 'X-Entity-Ref-ID', Value: 'evt_1' },
        ],
      },
    },
  });
});

test('a non-ASCII name is encoded, and a support URL is not used as reply-to', async () => {
  await mailerBySes('Épîtres de 漢字', 'https://acme.example/help').send(email);
  const { FromEmailAddress, ReplyToAddresses } = JSON.parse(double.requests[0]?.text ?? '{}');
  expect(FromEmailAddress).toBe('=?UTF-8?B?w4lww650cmVzIGRlIA==?= =?UTF-8?B?5ryi5a2X?= <news@mail.example.com>');
  expect(ReplyToAddresses).toBeUndefined();
});

test.each([
  [400, 'MessageRejected', 'Message contains a virus', 'refused', []],
  [400, 'MessageRejected', 'Email address is not verified.', 'unavailable', ['MessageRejected']],
  [429, 'TooManyRequestsException', 'Maximum sending rate exceeded', 'unavailable', []],
  [400, 'SendingPausedException', 'paused', 'unavailable', ['SendingPausedException']],
  [500, 'InternalFailure', 'oops', 'unavailable', []],
] as const)(
  'if SES responds %i %s (%s), the email is %s, with the alarms %j',
  async (status, type, message, outcome, codes) => {
    reply = { status, body: JSON.stringify({ __type: type, message }), type: 'application/json' };
    expect(await mailerBySes().send(email)).toBe(outcome);
    expect(alarms).toEqual(codes.map((code) => ({ message: 'emails cannot be sent', code })));
    // The client itself doesn't retry, because the message may have been sent.
    expect(double.requests).toHaveLength(1);
  },
);

const sender = { address: 'news@mail.example.com', name: 'Épître, Inc.', support: 'mailto:help@example.com' };

const server = await mailServer();
const encrypting = await mailServer(certificateFor('another.example'));
afterAll(() => Promise.all([server.close(), encrypting.close()]));
beforeEach(() => {
  for (const each of [server, encrypting]) {
    each.answers.clear();
    each.received.length = 0;
  }
});

const mailerAt = (url: string) => smtpMailer({ sender, url, log });
const localMailer = () => mailerAt(`smtp://127.0.0.1:${server.port}`);

test('a message to a mail server has both body parts, a sender, a reply-to, unsubscribe headers and a reference', async () => {
  expect(await localMailer().send(email)).toBe('sent');
  const [{ from, to, source } = { from: '', to: '', source: '' }] = server.received;
  expect([from, to]).toEqual(['news@mail.example.com', 'ada@example.com']);
  const unfolded = source.replace(/\r\n[ \t]/g, ' ');
  for (const header of [
    /^From: =\?UTF-8\?\S+\?= <news@mail\.example\.com>$/m,
    /^To: ada@example\.com$/m,
    /^Reply-To: help@example\.com$/m,
    /^Subject: =\?UTF-8\?/m,
    /^Message-ID: <evt_1@mail\.example\.com>$/m,
    /^List-Unsubscribe: <https:\/\/mail\.example\.com\/v1\/emails\/stop\/abc>$/m,
    /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m,
    /^Auto-Submitted: auto-generated$/m,
    /^Content-Type: multipart\/alternative;/m,
  ])
    expect(unfolded).toMatch(header);
  expect(source.match(/^Content-Type: text\/(plain|html); charset=utf-8/gm)).toHaveLength(2);
});

test.each([
  ['an unknown address', 'RCPT', '550 5.1.1 no such user', 'bounced'],
  ['a refusal without a reason', 'RCPT', '550 no', 'refused'],
  ['a refusal of the whole message', 'END', '554 5.7.1 spam', 'refused'],
  ['a full mailbox', 'RCPT', '452 4.2.2 full', 'unavailable'],
  ['a sender that we may not use', 'MAIL', '550 5.7.1 not yours', 'unavailable'],
  ['a server that hangs up', 'GREETING', '', 'unavailable'],
] as const)('after %s (%s %s), the email is %s', async (_, command, answer, outcome) => {
  server.answers.set(command, answer);
  expect(await localMailer().send(email)).toBe(outcome);
});

test.each([
  ['smtp://mail.example.com', { port: 587, secure: false, requireTLS: true }],
  ['smtps://mail.example.com', { port: 465, secure: true, requireTLS: true }],
])('the connection to %s is %j', (url, server) => {
  expect(smtpTransport(url, () => false).options).toMatchObject({ host: 'mail.example.com', ...server });
});

test('a password in the URL is decoded, except for a bare %, and a wrong one raises an alarm', async () => {
  const url = `smtp://user%40example.com:p%2Fw%@127.0.0.1:${server.port}`;
  expect(await mailerAt(url).send(email)).toBe('sent');
  expect(server.received[0]?.credentials).toBe('\0user@example.com\0p/w%');
  server.answers.set('AUTH', '535 5.7.8 wrong');
  expect(await mailerAt(url).send(email)).toBe('unavailable');
  expect(alarms).toEqual([{ message: 'emails cannot be sent', code: 'EAUTH' }]);
});

test('a remote server without TLS, or with another server’s certificate, gets nothing', async () => {
  const remoteMailer = (port: number) =>
    smtpMailer({ sender, url: `smtp://user:secret@127.0.0.1:${port}`, log }, () => false);
  expect(await remoteMailer(server.port).send(email)).toBe('unavailable');
  expect(await remoteMailer(encrypting.port).send(email)).toBe('unavailable');
  expect([server.received, encrypting.received]).toEqual([[], []]);
  expect(alarms.map(({ message }) => message)).toEqual(['emails cannot be sent', 'emails cannot be sent']);
});

describe('the mailer of a process', () => {
  const before = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  });

  let processes = 0;
  /** The dependencies of a fresh process with these settings. */
  async function depsWith(environment: Readonly<Record<string, string>>) {
    Object.assign(process.env, { TABLE_NAME: 'table', ...environment });
    processes += 1;
    const app = (await import(
      `../../shared/config/app.ts?process=${processes}`
    )) as typeof import('../../shared/config/app.ts');
    return app.depsFor({});
  }

  const real = { PAYMENT_MODE: 'real', STRIPE_SECRET_KEY: 'sk_live_1', SERVICE_NAME: 'Acme Letters' };
  const sending = { ...real, EMAIL_FROM: 'news@mail.example.com' };

  /** How many emails were stored in the table, and the recipients of those at the mail server. */
  const sent = () => ({
    stored: double.requests.filter(({ headers }) => String(headers['x-amz-target']).endsWith('PutItem')).length,
    to: server.received.map(({ to }) => to),
  });

  test('in mock mode every email is only stored, even if a sender is set', async () => {
    const { mailer, settings } = await depsWith({ EMAIL_FROM: 'news@mail.example.com' });
    expect([await mailer?.send(email), settings.sendsEmail, sent()]).toEqual(['sent', true, { stored: 1, to: [] }]);
    const { Item } = JSON.parse(double.requests[0]?.text ?? '{}');
    expect([Item.id.S, Item.kind.S, Item.item.M.kind.S].join()).toMatch(/^mail_[0-9a-f]{32},email,email$/);
  });

  test('in real mode no email is sent until a sender is set', async () => {
    const { mailer, settings } = await depsWith(real);
    expect([mailer, settings.sendsEmail]).toEqual([undefined, false]);
  });

  test('a mail server gets emails about real payments, and those about test payments to the sender’s own domain', async () => {
    const { mailer, settings } = await depsWith({ ...sending, SMTP_URL: `smtp://127.0.0.1:${server.port}` });
    await mailer?.send(email);
    await mailer?.send({ ...email, isTest: true });
    await mailer?.send({ ...email, isTest: true, to: 'me@evil-mail.example.com' });
    await mailer?.send({ ...email, isTest: true, to: 'me@mail.EXAMPLE.com' });
    expect([settings.sendsEmail, sent().stored]).toEqual([true, 2]);
    expect(sent().to).toEqual(['ada@example.com', 'me@mail.example.com']);
    expect(server.received[0]?.source).toContain('From: Acme Letters <news@mail.example.com>');
  });

  test('without a mail server, emails are sent by SES', async () => {
    const { mailer } = await depsWith(sending);
    expect(await mailer?.send(email)).toBe('sent');
    expect(double.requests.map(({ url }) => url)).toEqual(['/v2/email/outbound-emails']);
  });
});
