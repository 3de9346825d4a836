/** The allowed values of the variables of the local server. */
import { resolve } from 'node:path';
import { readSettings } from '../../lib/local/settings.ts';

describe('settings', () => {
  test('have defaults', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 8787,
      dataDir: resolve('.local'),
      alarmEmail: undefined,
    });
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', ''],
    ['HOST', 'http://localhost'],
    ['DATA_DIR', ' '],
    ['ALARM_EMAIL', 'ops@mail.example.com'],
  ])('refuse %s=%p with one line that names it', (name, value) => {
    expect(readSettings({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} is .*leave it out`))]);
  });

  test('take ALARM_EMAIL beside what sends to it, and refuse one that is no address', () => {
    const sends = { SMTP_URL: 'smtps://mail.example.com', EMAIL_FROM: 'news@mail.example.com' };
    const alarmEmail = 'ops@mail.example.com';
    expect(readSettings({ ...sends, ALARM_EMAIL: alarmEmail })).toMatchObject({ alarmEmail });
    expect(readSettings({ ...sends, ALARM_EMAIL: 'ops' })).toEqual([expect.stringMatching(/^ALARM_EMAIL is no/)]);
  });
});
