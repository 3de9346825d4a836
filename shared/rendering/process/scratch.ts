/**
 * Scratch folders, usually in the temporary directory, named after the process that made them. The next start can clean
 * up after a killed process: its files, and a browser that was too busy to notice that its owner had ended.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { procFile, runningPids } from './proc.ts';

const prefix = 'print-and-mail-scratch-';

/** A new folder that only this user may read. */
export function newScratchFolder(parent = tmpdir()): string {
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}

/** Removes the folders of processes that are gone, and kills processes with such a folder on their command line. */
export function sweepScratchFolders(parent = tmpdir()): void {
  const ownerOf = (name: string) => Number.parseInt(name.slice(prefix.length), 10);
  const isRunning = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  };
  const abandoned = readdirSync(parent).filter((name) => name.startsWith(prefix) && !isRunning(ownerOf(name)));
  for (const folder of abandoned.map((name) => join(parent, name))) {
    // `procFile` reads the bytes of a path as Latin-1, whatever they encode.
    const argument = Buffer.from(`${folder}/`).toString('latin1');
    for (const pid of runningPids().filter((running) => procFile(running, 'cmdline')?.includes(argument)))
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It belongs to another user, or a killed process is still writing to it. The next start tries again.
    }
  }
}
