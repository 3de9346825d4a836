/** The command line as a program. `client/package.json` publishes it bundled as JavaScript. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from './run.ts';

process.exitCode = await commandLine({
  args: process.argv.slice(2),
  environment: process.env,
  out: console.log,
  err: console.error,
  isTerminal: process.stderr.isTTY === true,
  read: (file) => (file === '-' ? buffer(process.stdin) : readFile(file)),
  sleep,
});
