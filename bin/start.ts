/** `npm start`: runs the whole service on this machine until Ctrl+C. */
import { alarmMailer } from '../lib/local/alarm-mail.ts';
import { reportToStderr } from '../lib/local/functions.ts';
import { greeting } from '../lib/local/greeting.ts';
import { startLocal } from '../lib/local/service.ts';
import { type LocalSettings, readSettings } from '../lib/local/settings.ts';
import { alarmLine, OneLineError, requestLine, type ServedRequest } from '../lib/local/terminal-log.ts';
import { logOutput } from '../shared/config/log.ts';

function fail(problems: readonly string[]): never {
  console.error(problems.join('\n'));
  process.exit(1);
}

async function start(settings: LocalSettings): Promise<void> {
  const print = (line: string | undefined) => {
    if (line !== undefined) process.stderr.write(`${line}\n`);
  };
  const mail = alarmMailer(settings.alarmEmail, (code) =>
    print(JSON.stringify({ level: 'info', message: 'alarm not mailed', code })),
  );
  // A terminal shows one line for each request; a pipe gets every entry of the log as JSON.
  const { isTTY } = process.stderr;
  logOutput.write = (entry) => {
    print(isTTY ? alarmLine(entry) : entry);
    mail?.(entry);
  };
  const onServed = (served: ServedRequest) => {
    if (isTTY) print(requestLine(served));
  };
  const service = await startLocal({ ...settings, onServed }).catch((error: unknown) => {
    if (error instanceof OneLineError) fail([error.message]);
    throw error;
  });
  const stop = () =>
    void service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        reportToStderr('stop', error);
        process.exit(1);
      },
    );
  // `on` rather than `once`: npm repeats a Ctrl+C that the terminal has sent, and a second one must not end the process.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  console.log(greeting(service, process.env));
}

// On AWS an unhandled rejection ends only one function's sandbox. Here it must not end all of them.
process.on('unhandledRejection', (error) => reportToStderr('process', error));

const { settings, problems } = readSettings(process.env);
if (problems.length > 0) fail(problems);
await start(settings);
