/** Sends e-mails by the configured provider. Test money buys none: its e-mails are kept instead. */

import type { Log } from '../../../domain/metrics.ts';
import type { Email, Mailer } from '../../deps.ts';

/** The sender that readers see. */
export interface Sender {
  readonly address: string;
  readonly name: string | undefined;
  /** Answers go there, if it is `mailto:`. */
  readonly support: string | undefined;
}

export interface SendingOptions {
  readonly sender: Sender;
  readonly log: Log;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** An order of test money writes to the operator's own domain only, for a rehearsal. Strangers get nothing for nothing. */
export const sendingMailer = (from: string, kept: Mailer, provider: () => Promise<Mailer>): Mailer => ({
  send: async (email) =>
    email.isTest && domainOf(email.to) !== domainOf(from) ? kept.send(email) : (await provider()).send(email),
});

/** `mailto:help@example.com` → `help@example.com` */
export const replyAddressOf = ({ support }: Sender): string | undefined =>
  support?.startsWith('mailto:') ? support.slice('mailto:'.length) : undefined;

/** One click ends all e-mails to this reader (RFC 8058); answering machines stay quiet (RFC 3834). */
export const messageHeadersOf = ({ stopUrl, reference }: Email): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${stopUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Auto-Submitted': 'auto-generated',
  'X-Entity-Ref-ID': reference,
});
