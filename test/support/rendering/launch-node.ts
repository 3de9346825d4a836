/** Runs code of ours in a separate Node process, which a test can kill. */
import { spawn } from 'node:child_process';

export const rendering = new URL('../../../shared/rendering/chromium/', import.meta.url).href;

/** Runs the source of an ES module. `folder`: for the process's temporary files. */
export function start(folder: string, source: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env: { ...process.env, TMPDIR: folder, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const firstLine = new Promise<string>((done) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => done(text.trim()));
    child.once('close', () => done('ended without output'));
  });
  return { child, ended, firstLine };
}
