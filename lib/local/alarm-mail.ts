/** Emails the log's alarms on a single machine to the operator: at most one an hour for each message. */
import { config } from '../../shared/config/config.ts';
import { smtpTransport } from '../../shared/notify/adapters/email/smtp.ts';
import { alarmLine } from './terminal-log.ts';

/**
 * Returns a function that takes each line of the log, or `undefined` if no one gets alarms. `onSendError` is called if an
 * email could not be sent. It must not raise an alarm, which would cause the next email.
 */
export function alarmMailer(
  to: string | undefined,
  onSendError: (code: string) => void,
  now: () => number = Date.now,
): ((entry: string) => void) | undefined {
  const { SMTP_URL: smtpUrl, EMAIL_FROM: from } = config('email');
  if (to === undefined || smtpUrl === undefined || from === undefined) return undefined;
  const transport = smtpTransport(smtpUrl);
  const mailedAt = new Map<string, number>();
  return (entry) => {
    const { level, message, order } = JSON.parse(entry) as Readonly<Record<string, string>>;
    if (level !== 'alarm' || message === undefined) return;
    const elapsedMs = now() - (mailedAt.get(message) ?? Number.NEGATIVE_INFINITY);
    // Negative if the clock has been set back.
    if (elapsedMs >= 0 && elapsedMs < 60 * 60 * 1_000) return;
    mailedAt.set(message, now());
    const command = order === undefined ? 'npm run ops -- stuck --local' : `npm run ops -- show ${order} --local`;
    const text = [
      alarmLine(entry, 'plain') ?? message,
      '',
      `Run:   ${command}`,
      `Read:  docs/runbook.md, at ${message}`,
      'The log has all alarms. We won’t email you about this one again for an hour.',
    ].join('\n');
    const headers = { 'Auto-Submitted': 'auto-generated' };
    transport
      .sendMail({ from, to, subject: `ALARM: ${message}`, text, headers })
      .catch(({ code = 'unknown' }: { readonly code?: string }) => {
        mailedAt.delete(message);
        onSendError(code);
      });
  };
}
