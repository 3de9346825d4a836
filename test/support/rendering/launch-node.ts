/** Runs code of ours in a separate Node process, which a test can kill. */
import { spawn } from 'node:child_process';

/** The URL of the folder with the code that starts Chromium. */
export const chromiumFolder = new URL('../../../shared/rendering/chromium/', import.meta.url).href;

/** Runs the source of an ES module; `folder`: for its temporary files. `firstOutput`: the first chunk it prints. */
export function start(folder: string, source: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env: { ...process.env, TMPDIR: folder, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const firstOutput = new Promise<string>((done) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => done(text.trim()));
    child.once('close', () => done('ended without output'));
  });
  return { child, ended, firstOutput };
}
