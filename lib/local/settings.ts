/** Reads the settings that only the local server has, and checks these and all other settings of the service. */
import { resolve } from 'node:path';
import { checkConfig } from '../../shared/config/config.ts';
import { misspelledSettings } from '../misspelled.ts';

export interface LocalSettings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly alarmEmail: string | undefined;
}

/** Each problem is one line: the variable, what is wrong, how to fix it. The service can start only if there are none. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  const { PORT = '8787', HOST = '127.0.0.1', DATA_DIR = '.local', ALARM_EMAIL = '' } = environment;
  const problems: string[] = [];
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535)
    problems.push(
      `PORT is ${JSON.stringify(PORT)}: set it to a whole number from 0 to 65535, or leave it out for 8787.`,
    );
  if (!/^[\w.:-]+$/.test(HOST))
    problems.push(
      `HOST is ${JSON.stringify(HOST)}: set it to an address of this machine, or leave it out for 127.0.0.1.`,
    );
  if (DATA_DIR.trim() === '') problems.push('DATA_DIR is empty: set it to a folder, or leave it out for .local.');
  if (ALARM_EMAIL !== '' && !/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(ALARM_EMAIL))
    problems.push('ALARM_EMAIL is not an email address: set it to the operator’s, or leave it out.');
  if (ALARM_EMAIL !== '' && !(environment.SMTP_URL && environment.EMAIL_FROM))
    problems.push('ALARM_EMAIL is set, but nothing can send to it: set SMTP_URL and EMAIL_FROM, or leave it out.');
  const [host, dataDir] = [HOST.toLowerCase(), resolve(DATA_DIR)];
  const settings: LocalSettings = { host, port: Number(PORT), dataDir, alarmEmail: ALARM_EMAIL || undefined };
  return { settings, problems: [...problems, ...misspelledSettings(environment), ...checkConfig(environment)] };
}
