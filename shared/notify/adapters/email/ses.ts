/** Sends emails with Amazon SES, which reports bounces and complaints later, as events. */
import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { timeoutsMs } from '../../../domain/times.ts';
import type { Email, Mailer } from '../../deps.ts';
import { messageHeadersOf, replyAddressOf, type SendingOptions } from './sending.ts';

const commandFor = ({ sender, configurationSet }: Parameters<typeof sesMailer>[0], email: Email): SendEmailCommand => {
  const { to, subject, text, html } = email;
  const { address, name = '' } = sender;
  const utf8 = (data: string) => ({ Data: data, Charset: 'UTF-8' });
  const replyTo = replyAddressOf(sender);
  // `"Acme Letters" <news@mail.example.com>`; a name beyond ASCII becomes encoded words of at most 75 characters (RFC 2047).
  const label = /^[\x20-\x7e]*$/.test(name)
    ? `"${name.replace(/[\\"]/g, '\\$&')}"`
    : name.replace(/.{1,11}/gu, (part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?= `).trim();
  return new SendEmailCommand({
    FromEmailAddress: sender.name === undefined ? address : `${label} <${address}>`,
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

/** `configurationSet`: its events report bounces and complaints. `client`: replaced by tests. */
export function sesMailer(
  options: SendingOptions & { readonly configurationSet: string | undefined },
  client: SESv2ClientConfig = {},
): Mailer {
  const { log } = options;
  const ses = new SESv2Client({
    // Our queue retries instead, because a retry by the client after a slow call could send the message twice.
    maxAttempts: 1,
    requestHandler: { requestTimeout: timeoutsMs.call, throwOnRequestTimeout: true },
    ...client,
  });
  return {
    async send(email) {
      try {
        await ses.send(commandFor(options, email));
        return 'sent';
      } catch (error) {
        const code = error instanceof Error ? error.name : 'unknown';
        // While the account is in Amazon's sandbox, Amazon rejects addresses that aren't verified.
        const isUnverified = error instanceof Error && /not verified/i.test(error.message);
        // With these errors the account can't send anything until someone fixes it.
        const accountProblems = [
          'AccountSuspendedException',
          'SendingPausedException',
          'MailFromDomainNotVerifiedException',
          'NotFoundException',
          'AccessDeniedException',
        ];
        if (isUnverified || accountProblems.includes(code)) log.alarm('emails cannot be sent', { code });
        else log.info('email not sent', { code });
        // Only these two are about the message itself. Other errors may go away, or the operator has to fix them.
        const isRefused = code === 'MessageRejected' || code === 'BadRequestException';
        return isRefused && !isUnverified ? 'refused' : 'unavailable';
      }
    },
  };
}
