/** Sends e-mails by Amazon SES. Bounces and complaints come later, as events. */
import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { callTimeoutMs } from '../../../domain/retry.ts';
import type { Email, Mailer } from '../../deps.ts';
import { messageHeadersOf, replyAddressOf, type Sender, type SendingOptions } from './sending.ts';

interface SesOptions extends SendingOptions {
  /** Its events report bounces and complaints. */
  readonly configurationSet: string | undefined;
}

const utf8 = (text: string) => ({ Data: text, Charset: 'UTF-8' });

/** `"Acme Letters" <news@mail.example.com>`; other signs than ASCII are encoded words (RFC 2047). */
function fromOf({ address, name }: Sender): string {
  if (name === undefined) return address;
  const isPlain = /^[\x20-\x7e]*$/.test(name);
  const shown = isPlain ? `"${name.replace(/[\\"]/g, '\\$&')}"` : `=?UTF-8?B?${Buffer.from(name).toString('base64')}?=`;
  return `${shown} <${address}>`;
}

const commandFor = ({ sender, configurationSet }: SesOptions, email: Email): SendEmailCommand => {
  const { to, subject, text, html } = email;
  const replyTo = replyAddressOf(sender);
  return new SendEmailCommand({
    FromEmailAddress: fromOf(sender),
    ConfigurationSetName: configurationSet,
    ReplyToAddresses: replyTo === undefined ? undefined : [replyTo],
    Destination: { ToAddresses: [to] },
    Content: {
      Simple: {
        Subject: utf8(subject),
        Body: { Text: utf8(text), Html: utf8(html) },
        Headers: Object.entries(messageHeadersOf(email)).map(([Name, Value]) => ({ Name, Value })),
      },
    },
  });
};

/** The message itself is at fault. Everything else may pass, or is for the operator to fix. */
const refusals: ReadonlySet<string> = new Set(['MessageRejected', 'BadRequestException']);
/** The account cannot send until someone fixes it. */
const accountProblems: ReadonlySet<string> = new Set([
  'AccountSuspendedException',
  'SendingPausedException',
  'MailFromDomainNotVerifiedException',
  'NotFoundException',
  'AccessDeniedException',
]);

/** `client`: replaced by tests. */
export function sesMailer(options: SesOptions, client: SESv2ClientConfig = {}): Mailer {
  const { log } = options;
  const ses = new SESv2Client({
    // The queue tries again, so that no message is sent twice by a call that was only slow.
    maxAttempts: 1,
    requestHandler: { requestTimeout: callTimeoutMs, throwOnRequestTimeout: true },
    ...client,
  });
  return {
    async send(email) {
      try {
        await ses.send(commandFor(options, email));
        return 'sent';
      } catch (error) {
        const code = error instanceof Error ? error.name : 'unknown';
        // Until Amazon has let the account out of its sandbox, it rejects addresses that are not verified.
        const isUnverified = error instanceof Error && /not verified/i.test(error.message);
        if (isUnverified || accountProblems.has(code)) log.alarm('e-mails cannot be sent', { code });
        else log.info('e-mail not sent', { code });
        return refusals.has(code) && !isUnverified ? 'refused' : 'unavailable';
      }
    },
  };
}
