/**
 * Folders, mostly in the temporary directory, that bear the number of the process that made them, so that the next
 * start can sweep up after one that was killed: its files, and a browser that was too busy to notice its owner's end.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'print-and-mail-scratch-';

/** A new folder that only this user may read. */
export function newScratchFolder(parent = tmpdir()): string {
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}

/** Removes the folders of processes that are gone, and ends what still runs with such a folder on its command line. */
export function sweepScratchFolders(parent = tmpdir()): void {
  const abandoned = readdirSync(parent).filter((name) => name.startsWith(prefix) && !isRunning(ownerOf(name)));
  for (const folder of abandoned.map((name) => join(parent, name))) {
    for (const pid of processesNaming(folder)) end(pid);
    remove(folder);
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another user's, or still being written by what was just ended: the next start finds it again.
  }
}

function ownerOf(name: string): number {
  return Number.parseInt(name.slice(prefix.length), 10);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function processesNaming(folder: string): number[] {
  const pids = entries('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => commandLineOf(pid).includes(`${folder}/`));
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
