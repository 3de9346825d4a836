/** Sends e-mails by a mail server. Only one on this machine may be spoken to without TLS. */
import { createTransport } from 'nodemailer';
import { callTimeoutMs } from '../../../domain/retry.ts';
import type { Mailer } from '../../deps.ts';
import { messageHeadersOf, replyAddressOf, type SendingOptions } from './sending.ts';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** `smtp://` begins in the clear and must change to TLS (RFC 3207); `smtps://` is TLS from the start (RFC 8314). */
export function smtpServerOf(url: string, isHere: (host: string) => boolean = isLoopback) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const usualPort = secure ? 465 : 587;
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? usualPort : Number(port),
    secure,
    ...(isHere(hostname) ? { ignoreTLS: !secure, tls: { rejectUnauthorized: false } } : { requireTLS: true }),
    auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
}

/** A server that is silent holds up nobody, and no message brings a file along. */
export const smtpWaits = {
  connectionTimeout: callTimeoutMs / 2,
  dnsTimeout: callTimeoutMs / 2,
  greetingTimeout: callTimeoutMs / 2,
  socketTimeout: callTimeoutMs,
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** The fields that the library sets on a failure. */
interface SmtpFault {
  readonly code?: string;
  readonly message: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/** A password, an encryption or a certificate that is wrong stays wrong until someone fixes it. */
const isForOperator = ({ code, message }: SmtpFault): boolean =>
  code === 'EAUTH' || code === 'ETLS' || /certificate/i.test(message);

/** The server's answer to one recipient. The enhanced codes 5.1.x speak of the address (RFC 3463). */
function outcomeOf({ responseCode, response = '', command }: SmtpFault): 'bounced' | 'refused' | 'unavailable' {
  // The server's word on our password or our sender says nothing of this message.
  if (responseCode === undefined || responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA'))
    return 'unavailable';
  return /^5\d\d[ -]5\.1\.[123]\b/.test(response) ? 'bounced' : 'refused';
}

/** `isHere`: replaced by tests, whose servers elsewhere are on this machine, too. */
export function smtpMailer(
  { sender, url, log }: SendingOptions & { readonly url: string },
  isHere = isLoopback,
): Mailer {
  const transport = createTransport({ ...smtpServerOf(url, isHere), ...smtpWaits });
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
          // An e-mail that is sent once more keeps its id, so that mail programs can show one.
          messageId: `<${reference}@${domain}>`,
          subject,
          text,
          html,
          headers: messageHeadersOf(email),
        });
        return 'sent';
      } catch (error) {
        const fault = error as SmtpFault;
        const outcome = outcomeOf(fault);
        const { code = 'unknown' } = fault;
        if (isForOperator(fault)) log.alarm('e-mails cannot be sent', { code });
        else log.info('e-mail not sent', { code, outcome });
        return outcome;
      }
    },
  };
}
