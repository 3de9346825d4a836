#!/usr/bin/env node
/** `npx print-and-mail`: the command line for callers. JavaScript, so that an old Node reads a sentence and no stack. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`This needs Node 24, and this is ${process.versions.node}: run npm ci, then npx print-and-mail.`);
  process.exit(2);
}

const { commandLine } = await import('../lib/command-line/run.ts').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('Its packages are not installed: run npm ci, then npx print-and-mail.');
  process.exit(2);
});

process.exitCode = await commandLine({
  words: process.argv.slice(2),
  environment: process.env,
  out: console.log,
  err: console.error,
  isTerminal: process.stderr.isTTY === true,
  read: (file) => (file === '-' ? buffer(process.stdin) : readFile(file)),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
  interrupted() {
    const ending = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
    return ending.signal;
  },
});
