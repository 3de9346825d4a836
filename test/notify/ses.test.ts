/** E-mails by Amazon SES: the request as it goes over the wire, and what each answer means. */

import type { Log } from '../../shared/domain/metrics.ts';
import { sendingMailer } from '../../shared/notify/adapters/email/sending.ts';
import { sesMailer } from '../../shared/notify/adapters/email/ses.ts';
import type { Email, Mailer } from '../../shared/notify/deps.ts';
import { type AwsReply, awsDouble } from '../support/doubles/aws.ts';

let reply: AwsReply;
const double = await awsDouble(() => reply);
const alarms: unknown[] = [];
const log: Log = { info: () => {}, alarm: (_, fields) => void alarms.push(fields?.code), measure: () => {} };
afterAll(() => double.close());
beforeEach(() => {
  reply = { status: 200, body: '{"MessageId":"0100"}', type: 'application/json' };
  double.requests.length = 0;
  alarms.length = 0;
});

const email: Email = {
  ...{ jobId: 'job_1', to: 'ada@example.com', subject: 'Paiement reçu', text: 'Voilà', html: '<p>Voilà</p>' },
  ...{ reference: 'evt_1', stopUrl: 'https://mail.example.com/v1/emails/stop/abc', isTest: false },
};
const mailer = (name: string | undefined = 'Acme "Letters"', support = 'mailto:help@example.com') =>
  sesMailer({ sender: { address: 'news@mail.example.com', name, support }, ...{ configurationSet: 'events', log } });

test('a message has both body parts, a sender, a reply-to, unsubscribe headers and a reference', async () => {
  expect(await mailer().send(email)).toBe('sent');
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
  await mailer('Épître', 'https://acme.example/help').send(email);
  const { FromEmailAddress, ReplyToAddresses } = JSON.parse(double.requests[0]?.text ?? '{}');
  expect(FromEmailAddress).toBe('=?UTF-8?B?w4lww650cmU=?= <news@mail.example.com>');
  expect(ReplyToAddresses).toBeUndefined();
});

test.each([
  [400, 'MessageRejected', 'Message contains a virus', 'refused', false],
  [400, 'BadRequestException', 'Invalid destination', 'refused', false],
  [400, 'MessageRejected', 'Email address is not verified. The following identities failed', 'unavailable', true],
  [429, 'TooManyRequestsException', 'Maximum sending rate exceeded', 'unavailable', false],
  [400, 'LimitExceededException', 'Daily message quota exceeded', 'unavailable', false],
  [400, 'SendingPausedException', 'paused', 'unavailable', true],
  [400, 'AccountSuspendedException', 'suspended', 'unavailable', true],
  [403, 'AccessDeniedException', 'not authorized', 'unavailable', true],
  [404, 'NotFoundException', 'no configuration set', 'unavailable', true],
  [500, 'InternalFailure', 'oops', 'unavailable', false],
] as const)('%i %s (%s) is %s; there is an alarm: %s', async (status, type, message, outcome, isAlarm) => {
  reply = { status, body: JSON.stringify({ __type: type, message }), type: 'application/json' };
  expect(await mailer().send(email)).toBe(outcome);
  expect(alarms).toEqual(isAlarm ? [type] : []);
  // A message that was perhaps sent is not sent again by the client itself.
  expect(double.requests).toHaveLength(1);
});

test('test money sends to the sender’s own domain only, and keeps the rest', async () => {
  const went: string[] = [];
  const to = (way: string): Mailer => ({
    send: async ({ to: address }) => {
      went.push(`${way} ${address}`);
      return 'sent';
    },
  });
  const sending = sendingMailer('news@Mail.example.com', to('kept'), async () => to('sent'));
  await sending.send(email);
  await sending.send({ ...email, isTest: true });
  await sending.send({ ...email, isTest: true, to: 'me@mail.EXAMPLE.com' });
  await sending.send({ ...email, isTest: true, to: 'me@evil-mail.example.com' });
  expect(went).toEqual([
    'sent ada@example.com',
    'kept ada@example.com',
    'sent me@mail.EXAMPLE.com',
    'kept me@evil-mail.example.com',
  ]);
});
