/** Sends emails by the configured provider. The emails of orders paid with test money are stored instead. */

import type { Log } from '../../../domain/metrics.ts';
import type { Email, Mailer } from '../../deps.ts';

export interface SendingOptions {
  /** The sender that readers see. */
  readonly sender: {
    readonly address: string;
    readonly name: string | undefined;
    /** The reply address, if it is `mailto:`. */
    readonly support: string | undefined;
  };
  readonly log: Log;
}

/** An order paid with test money sends only to the operator's own domain, for a rehearsal: free email invites abuse. */
export function sendingMailer(from: string, kept: Mailer, provider: () => Promise<Mailer>): Mailer {
  const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return {
    send: async (email) =>
      email.isTest && domainOf(email.to) !== domainOf(from) ? kept.send(email) : (await provider()).send(email),
  };
}

/** `mailto:help@example.com` → `help@example.com` */
export const replyAddressOf = ({ support }: SendingOptions['sender']): string | undefined =>
  support?.startsWith('mailto:') ? support.slice('mailto:'.length) : undefined;

/** One click stops all emails to this reader (RFC 8058); autoresponders stay quiet (RFC 3834). */
export const messageHeadersOf = ({ stopUrl, reference }: Email): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${stopUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Auto-Submitted': 'auto-generated',
  'X-Entity-Ref-ID': reference,
});
