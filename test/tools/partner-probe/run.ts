/** `npm run probe-partners`: what partners do where their documents are silent; `-- --again <file>` a day later. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { probe } from './probe.ts';
import { type UsedKey, usedKeyIn } from './used-key.ts';

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

function given() {
  try {
    return parseArgs({ options: { again: { type: 'string' }, quick: { type: 'boolean' }, sinch: { type: 'boolean' } } })
      .values;
  } catch {
    giveUp('npm run probe-partners [-- --quick | --sinch], or a day later npm run probe-partners -- --again <file>');
  }
}

const { again: file, quick: isQuick = false, sinch: mayFax = false } = given();

const { exit, used } = await probe({
  environment: process.env,
  now: Date.now,
  sleep,
  print: console.log,
  isQuick,
  mayFax,
  ...(file === undefined ? {} : { again: read(file) }),
});
if (used !== undefined) {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, `${JSON.stringify(used, null, 2)}\n`);
  console.log(`\nHow long a key lives: npm run probe-partners -- --again ${stateFile}, a day from now.`);
}
process.exitCode = exit;
