/** Emails alarms of the log to the operator of one machine, each at most once an hour. */
import { config } from '../../shared/config/config.ts';
import { smtpTransport } from '../../shared/notify/adapters/email/smtp.ts';
import { alarmLine } from './terminal-log.ts';

interface AlarmMailOptions {
  readonly to: string;
  readonly from: string;
  readonly smtpUrl: string;
  readonly now?: () => number;
  /** Hears that an email was not sent. It raises no alarm, which would cause the next email. */
  failed(code: string): void;
}

/** By the settings; `undefined` if no one gets alarms. */
export function alarmMailer(to: string | undefined, failed: AlarmMailOptions['failed']) {
  const { SMTP_URL: smtpUrl, EMAIL_FROM: from } = config('email');
  if (to === undefined || smtpUrl === undefined || from === undefined) return undefined;
  return alarmMails({ to, from, smtpUrl, failed });
}

/** Takes each line of the log. */
export function alarmMails({ to, from, smtpUrl, now = Date.now, failed }: AlarmMailOptions): (entry: string) => void {
  const transport = smtpTransport(smtpUrl);
  const mailedAt = new Map<string, number>();
  return (entry) => {
    const { level, message, order } = JSON.parse(entry) as Readonly<Record<string, string>>;
    if (level !== 'alarm' || message === undefined) return;
    if (now() - (mailedAt.get(message) ?? Number.NEGATIVE_INFINITY) < 60 * 60 * 1_000) return;
    mailedAt.set(message, now());
    const look = order === undefined ? 'npm run ops -- stuck --local' : `npm run ops -- show ${order} --local`;
    const text = [
      alarmLine(entry, 'plain') ?? message,
      '',
      `Look:  ${look}`,
      `Read:  docs/runbook.md, at ${message}`,
      'The log has all alarms. This one is not mailed again within an hour.',
    ].join('\n');
    const headers = { 'Auto-Submitted': 'auto-generated' };
    transport
      .sendMail({ from, to, subject: `ALARM: ${message}`, text, headers })
      .catch(({ code = 'unknown' }: { readonly code?: string }) => {
        mailedAt.delete(message);
        failed(code);
      });
  };
}
