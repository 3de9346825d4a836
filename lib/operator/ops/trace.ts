/** Tells where in the source an error arose. A package is a few long lines, and its source maps are not shipped with it. */
import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapping } from 'node:module';
import { join, relative } from 'node:path';

export const traceUsage = 'trace FUNCTION PLACE';

const root = join(import.meta.dirname, '..', '..', '..');

/** A place as Node writes it on Lambda: `file:///var/task/index.mjs:52:29663`. */
const place = /(?:file:\/\/)?(?:\/var\/task\/)?([\w.-]+\.mjs):(\d+):(\d+)/g;

/** The text with places of the source, or a sentence that says what is wrong. `packages`: a folder of bundles. */
export async function trace(
  [name = '', ...words]: readonly string[],
  packages: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const text = words.join(' ');
  if (text === '') return { problem: `It is npm run ops -- ${traceUsage}, both as the log has them.` };
  const places = [...text.matchAll(place)];
  if (places.length === 0) return { problem: 'No place is in that text: one is like index.mjs:52:29663.' };
  try {
    let told = text;
    for (const [written, file = '', line, column] of places) {
      const map = new SourceMap(JSON.parse(await readFile(join(packages, 'maps', name, `${file}.map`), 'utf8')));
      // They count from 1, and a map from 0.
      const found = map.findEntry(Number(line) - 1, Number(column) - 1);
      if ('originalSource' in found) told = told.replace(written, inSource(found, join(packages, name)));
    }
    return { text: told };
  } catch {
    const cure = 'check out its commit, run npm ci and node bin/bundle.ts, and ask again';
    return { problem: `The source maps of ${name} are not here, or are of another release: ${cure}.` };
  }
}

type TracedJob = Pick<SourceMapping, 'originalSource' | 'originalLine' | 'originalColumn'>;

/** `shared/fulfilment/advance.ts:42:7`. A map names its sources from the package's folder. */
const inSource = ({ originalSource, originalLine, originalColumn }: TracedJob, folder: string): string =>
  `${relative(root, join(folder, originalSource))}:${originalLine + 1}:${originalColumn + 1}`;
