/** `npm run probe-partners`: what PostGrid does where its documentation is silent; `-- --again <file>` a day later. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { probe, type UsedKey, usedKeyIn } from './probe.ts';

const stateFile = '.local/probe-partners.json';

function giveUp(why: string): never {
  console.error(why);
  process.exit(1);
}

function read(file: string): UsedKey {
  try {
    const used = usedKeyIn(readFileSync(file, 'utf8'));
    if (used !== undefined) return used;
  } catch {}
  giveUp(`${file} is not what an earlier probe has written.`);
}

function fileToAskAgain(): string | undefined {
  try {
    return parseArgs({ options: { again: { type: 'string' } } }).values.again;
  } catch {
    giveUp('npm run probe-partners, or a day later npm run probe-partners -- --again <file>');
  }
}

const file = fileToAskAgain();

const { exit, used } = await probe({
  environment: process.env,
  now: Date.now,
  sleep,
  print: console.log,
  ...(file === undefined ? {} : { again: read(file) }),
});
if (used !== undefined) {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, `${JSON.stringify(used, null, 2)}\n`);
  console.log(`\nHow long a key lives: npm run probe-partners -- --again ${stateFile}, a day from now.`);
}
process.exitCode = exit;
