/** Every function's package as it is deployed: its bundle, and Chromium beside the one that prints. */
import { join } from 'node:path';
import { manifest } from '../../../functions/manifest.ts';
import { lambdaRows } from '../lambda-rows.ts';
import { addChromium, isRenderer } from '../stack/renderer.ts';
import { type Bundle, bundle, root } from './bundles.ts';

/** Returns the folder of each by its name. `ready`: a folder of packages that are already there. */
export async function packages(ready?: string): Promise<(name: string) => string> {
  const folder = ready ?? join(root, '.bundles');
  const packageOf = (name: string) => join(folder, name);
  if (ready !== undefined) return packageOf;
  const rows = lambdaRows(manifest);
  await bundle(rows, folder);
  await Promise.all(rows.filter(isRenderer).map(({ name }) => addChromium(packageOf(name))));
  return packageOf;
}

const kB = (bytes: number) => `${Math.ceil(bytes / 1_000).toLocaleString('en-US')} kB`;

export const sizesTable = (bundles: readonly Bundle[]): string =>
  [
    '| Function | Read at the start | All code |',
    '| --- | ---: | ---: |',
    ...bundles.map(({ name, startBytes, codeBytes }) => `| ${name} | ${kB(startBytes)} | ${kB(codeBytes)} |`),
  ].join('\n');
