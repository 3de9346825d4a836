/** Sends emails through a mail server. Only a server on this machine may be used without TLS. */
import { unescape as decode } from 'node:querystring';
import { createTransport, type NodemailerError } from 'nodemailer';
import { timeoutsMs } from '../../../domain/times.ts';
import type { Mailer } from '../../deps.ts';
import { messageHeadersOf, replyAddressOf, type SendingOptions } from './sending.ts';

/** The time limits keep an unresponsive server from blocking us. No message can attach a file or a URL. */
export const smtpTransport = (
  url: string,
  isLocal = (host: string) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host),
) => {
  const { protocol, hostname, port, username, password } = new URL(url);
  // `smtp://` starts unencrypted and must switch to TLS (RFC 3207); `smtps://` is TLS from the start (RFC 8314).
  const secure = protocol === 'smtps:';
  const defaultPort = secure ? 465 : 587;
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
    secure,
    ...(isLocal(hostname) ? { ignoreTLS: !secure, tls: { rejectUnauthorized: false } } : { requireTLS: true }),
    // Unlike `decodeURIComponent`, it accepts a password with a bare `%`.
    auth: username === '' ? undefined : { user: decode(username), pass: decode(password) },
    connectionTimeout: timeoutsMs.call / 2,
    dnsTimeout: timeoutsMs.call / 2,
    greetingTimeout: timeoutsMs.call / 2,
    socketTimeout: timeoutsMs.call,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** The outcome of a message, from the server's response. The enhanced codes 5.1.x are about the address (RFC 3463). */
function outcomeOf({ responseCode, response = '', command }: NodemailerError): 'bounced' | 'refused' | 'unavailable' {
  // An error with our password or our sender address says nothing about this message.
  if (responseCode === undefined || responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA'))
    return 'unavailable';
  return /^5\d\d[ -]5\.1\.[123]\b/.test(response) ? 'bounced' : 'refused';
}

/** `isLocal`: whether a host is this machine. Tests replace it, because their "remote" servers also run on this machine. */
export function smtpMailer(
  { sender, url, log }: SendingOptions & { readonly url: string },
  isLocal?: (host: string) => boolean,
): Mailer {
  const transport = smtpTransport(url, isLocal);
  const { address, name } = sender;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    async send(email) {
      const { to, subject, text, html, reference } = email;
      try {
        await transport.sendMail({
          from: { address, name: name ?? '' },
          to: { address: to, name: '' },
          replyTo: replyAddressOf(sender),
          // An email keeps its id when it is sent again, so that mail programs can show it once.
          messageId: `<${reference}@${domain}>`,
          subject,
          text,
          html,
          headers: messageHeadersOf(email),
        });
        return 'sent';
      } catch (error) {
        const failure = error as NodemailerError;
        const { code = 'unknown', message } = failure;
        const outcome = outcomeOf(failure);
        // A wrong password, encryption or certificate stays wrong until the operator fixes it.
        if (code === 'EAUTH' || code === 'ETLS' || /certificate/i.test(message))
          log.alarm('emails cannot be sent', { code });
        else log.info('email not sent', { code, outcome });
        return outcome;
      }
    },
  };
}
