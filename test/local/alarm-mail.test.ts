/** Alarms by email on a single machine: at most one an hour for each message. */
import { alarmMailer } from '../../lib/local/alarm-mail.ts';
import { logTo } from '../../shared/config/log.ts';
import { mailServer } from '../support/doubles/mail-server.ts';
import { until } from '../support/e2e/client.ts';

const server = await mailServer();
afterAll(() => server.close());

let now = 0;
const failures: string[] = [];
const [to, from] = ['ops@example.com', 'news@mail.example.com'];

/** A log whose alarms are emailed through this mail server. */
function logMailedBy(SMTP_URL: string) {
  Object.assign(process.env, { SMTP_URL, EMAIL_FROM: from });
  const mail = alarmMailer(
    to,
    (code) => failures.push(code),
    () => now,
  );
  if (mail === undefined) throw new Error('no one gets alarms');
  return logTo(mail);
}

test('an alarm is emailed at most once an hour, with the command that shows its order', async () => {
  const log = logMailedBy(`smtp://127.0.0.1:${server.port}`);
  const jobId = `job_${'0'.repeat(26)}`;
  log.info('parked', { jobId });
  for (const [message, atMs] of [
    ['parked', 0],
    ['parked', 3_599_999],
    ['refund refused', 3_599_999],
    ['parked', 3_600_000],
    ['a clock that was set back', 7_200_000],
    ['a clock that was set back', 0],
  ] as const) {
    now = atMs;
    log.alarm(message, { jobId });
  }
  const received = await until(
    async () => server.received,
    ({ length }) => length >= 5,
  );
  const subjects = received.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim());
  const mailed = ['a clock that was set back', 'a clock that was set back', 'parked', 'parked', 'refund refused'];
  expect(subjects.toSorted()).toEqual(mailed.map((message) => `ALARM: ${message}`));
  expect(received[0]).toMatchObject({ from, to });
  expect(received[0]?.source).toMatch(/^Run: {3}npm run ops -- show order_\w{10} --local/m);
  expect(received[0]?.source).not.toContain(jobId);
});

test('an alarm whose email failed is emailed again within the hour', async () => {
  const log = logMailedBy('smtp://127.0.0.1:9');
  for (const failed of [1, 2]) {
    log.alarm('parked');
    await until(
      async () => failures,
      ({ length }) => length >= failed,
    );
  }
  expect(failures).toEqual(['ESOCKET', 'ESOCKET']);
});
