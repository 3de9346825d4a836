/** `npm start`: runs the whole service on this machine until Ctrl+C. */
import { reportToStderr } from '../lib/local/functions.ts';
import { greeting } from '../lib/local/greeting.ts';
import { mailboxIn } from '../lib/local/mailbox/mailbox.ts';
import { OneLine } from '../lib/local/one-line.ts';
import { startLocal } from '../lib/local/service.ts';
import { readSettings, type Settings } from '../lib/local/settings.ts';

function fail(problems: readonly string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

function giveUp(error: unknown): never {
  reportToStderr('stop', error);
  process.exit(1);
}

async function start(settings: Settings): Promise<void> {
  const service = await startLocal({ ...settings, local: mailboxIn(settings.dataDir) }).catch((error: unknown) => {
    if (error instanceof OneLine) fail([error.message]);
    throw error;
  });
  const stop = () => void service.stop().then(() => process.exit(0), giveUp);
  // These use `on` rather than `once`, because npm passes on a Ctrl+C that the terminal has already sent here.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  console.log(greeting(service));
}

// On AWS a stray rejection ends only one function's sandbox. Here it must not end all functions.
process.on('unhandledRejection', (error) => reportToStderr('process', error));

const { checkConfig } = await import('../shared/config.ts');
const settings = readSettings(process.env);
const problems = [...('port' in settings ? [] : settings), ...checkConfig(process.env)];
if (problems.length > 0 || !('port' in settings)) fail(problems);
await start(settings);
