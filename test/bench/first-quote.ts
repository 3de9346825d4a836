/** The first HTML quote of a process, its temporary directory empty: ours against the package as shipped. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unpackChromium } from '../../shared/rendering/chromium/unpack-chromium.ts';
import { compare } from './compare.ts';
import { htmlOf } from './documents.ts';
import { against, milliseconds, type Section } from './report.ts';

const target = 0.6;
const rounds = 7;

export async function firstQuote(folder: string): Promise<Section> {
  const file = join(folder, 'first.html');
  writeFileSync(file, htmlOf(1));
  // The result of the build step.
  await unpackChromium();
  const ms = await compare(
    {
      ours: { run: () => first('first-of-ours.ts', file) },
      shipped: { run: () => first('first-as-shipped.ts', file) },
    },
    rounds,
  );
  return {
    title: 'HTML, the first of a process, from the start of Node to the PDF',
    header: ['Pages', 'Ours', '@sparticuz/chromium as shipped', 'Ours to shipped'],
    rows: [['1', milliseconds(ms.ours), milliseconds(ms.shipped), against(ms.ours / ms.shipped, target)]],
  };
}

/** A process with a temporary directory of its own, which says its own milliseconds. */
async function first(script: string, file: string): Promise<number> {
  const cold = mkdtempSync(join(dirname(file), 'cold-'));
  const program = fileURLToPath(new URL(`children/${script}`, import.meta.url));
  // Without the variable the package leaves out the libraries that a bare machine lacks.
  const env = { ...process.env, TMPDIR: cold, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, file], { env });
  rmSync(cold, { recursive: true, force: true });
  return Number(stdout);
}
