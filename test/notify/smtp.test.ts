/** E-mails by a mail server: what it is sent, what its answers mean, and that strangers on the way read nothing. */

import type { Log } from '../../shared/domain/metrics.ts';
import { smtpMailer, smtpServerOf } from '../../shared/notify/adapters/email/smtp.ts';
import type { Email } from '../../shared/notify/deps.ts';
import { certificateFor } from '../support/doubles/certificate.ts';
import { mailServer } from '../support/doubles/mail-server.ts';

const alarms: string[] = [];
const log: Log = { info: () => {}, alarm: (message) => void alarms.push(message), measure: () => {} };
const sender = { address: 'news@mail.example.com', name: 'Épître, Inc.', support: 'mailto:help@example.com' };

const email: Email = {
  ...{ jobId: 'job_1', to: 'ada@example.com', subject: 'Paiement reçu : Lettre à Ada', isTest: false },
  ...{ text: 'Voilà.\n.\nFin.\n', html: '<p>Voilà.</p>', reference: 'evt_1' },
  stopUrl: 'https://mail.example.com/v1/emails/stop/abc',
};

const server = await mailServer();
const encrypting = await mailServer(certificateFor('another.example'));
afterAll(() => Promise.all([server.close(), encrypting.close()]));
beforeEach(() => {
  for (const each of [server, encrypting]) {
    each.answers.clear();
    each.received.length = 0;
  }
  alarms.length = 0;
});

const mailerAt = (url: string) => smtpMailer({ sender, url, log });
const here = () => mailerAt(`smtp://127.0.0.1:${server.port}`);

test('a message has both parts, its sender, its way back, its end and its reference', async () => {
  expect(await here().send(email)).toBe('sent');
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
  ['an address that nobody has', 'RCPT', '550 5.1.1 no such user', 'bounced'],
  ['an address of another place', 'RCPT', '550 5.1.2 no such host', 'bounced'],
  ['a policy', 'RCPT', '550 5.7.1 blocked', 'refused'],
  ['a refusal without a reason', 'RCPT', '550 no', 'refused'],
  ['a message that is refused when it is whole', 'END', '554 5.7.1 spam', 'refused'],
  ['a full mailbox', 'RCPT', '452 4.2.2 full', 'unavailable'],
  ['grey listing', 'RCPT', '450 4.7.1 later', 'unavailable'],
  ['a sender that is not ours', 'MAIL', '550 5.7.1 not yours', 'unavailable'],
  ['a server that is busy', 'GREETING', '421 busy', 'unavailable'],
  ['a server that hangs up', 'GREETING', '', 'unavailable'],
  ['an answer that is lost', 'END', '', 'unavailable'],
] as const)('%s is %s %s: %s', async (_, command, answer, outcome) => {
  server.answers.set(command, answer);
  expect(await here().send(email)).toBe(outcome);
});

test('nobody listens: unavailable', async () => {
  const gone = await mailServer();
  await gone.close();
  expect(await mailerAt(`smtp://127.0.0.1:${gone.port}`).send(email)).toBe('unavailable');
});

test.each([
  ['smtp://mail.example.com', { port: 587, secure: false, requireTLS: true }],
  ['smtps://mail.example.com', { port: 465, secure: true, requireTLS: true }],
  ['smtp://mail.example.com:2525', { port: 2525, secure: false, requireTLS: true }],
])('%s is spoken to as %j', (url, server) => {
  expect(smtpServerOf(url, () => false)).toMatchObject({ host: 'mail.example.com', ...server });
});

test('a password is sent as it was meant, and a wrong one calls somebody', async () => {
  const url = `smtp://user%40example.com:p%2Fw@127.0.0.1:${server.port}`;
  expect(await mailerAt(url).send(email)).toBe('sent');
  expect(server.received[0]?.credentials).toBe('\0user@example.com\0p/w');
  server.answers.set('AUTH', '535 5.7.8 wrong');
  expect([await mailerAt(url).send(email), alarms]).toEqual(['unavailable', ['emails cannot be sent']]);
});

test('a server elsewhere that offers no TLS, or another’s certificate, gets nothing', async () => {
  const elsewhere = (port: number) =>
    smtpMailer({ sender, url: `smtp://user:secret@127.0.0.1:${port}`, log }, () => false);
  expect(await elsewhere(server.port).send(email)).toBe('unavailable');
  expect(await elsewhere(encrypting.port).send(email)).toBe('unavailable');
  expect([server.received, encrypting.received]).toEqual([[], []]);
  expect(alarms).toEqual(['emails cannot be sent', 'emails cannot be sent']);
});

test('a line of the message can end neither the message nor its headers', async () => {
  const hostile = {
    ...email,
    subject: 'Paid\r\nBcc: eve@example.com',
    text: 'a\r\n.\r\nMAIL FROM:<eve@example.com>\r\n',
  };
  await here().send(hostile);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.source).not.toMatch(/^Bcc:/m);
});
