/** Reads from three environment variables where the local server listens and keeps its data, and refuses what only AWS has. */
import { resolve } from 'node:path';

export interface LocalSettings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
}

/** Each problem is one line: the variable, its fault and the cure. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): LocalSettings | readonly string[] {
  const { PORT = '8787', HOST = '127.0.0.1', DATA_DIR = '.local', EMAIL_REGION = '' } = environment;
  const problems = [
    ...(/^\d{1,5}$/.test(PORT) && Number(PORT) <= 65_535
      ? []
      : [`PORT is ${JSON.stringify(PORT)}: set it to a whole number from 0 to 65535, or leave it out for 8787.`]),
    ...(/^[\w.:-]+$/.test(HOST)
      ? []
      : [`HOST is ${JSON.stringify(HOST)}: set it to an address of this machine, or leave it out for 127.0.0.1.`]),
    ...(DATA_DIR.trim() === '' ? ['DATA_DIR is empty: set it to a folder, or leave it out for .local.'] : []),
    // The keys of AWS in this environment are those of the emulators.
    ...(EMAIL_REGION === ''
      ? []
      : ['EMAIL_REGION is set, and only the service on AWS sends by SES: set SMTP_URL, and leave it out.']),
  ];
  return problems.length > 0 ? problems : { host: HOST, port: Number(PORT), dataDir: resolve(DATA_DIR) };
}
