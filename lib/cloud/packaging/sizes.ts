/** The table of each function's code size. */
import type { Bundle } from './bundles.ts';

const kB = (bytes: number) => `${Math.ceil(bytes / 1_000).toLocaleString('en-US')} kB`;

export const sizesTable = (bundles: readonly Bundle[]): string =>
  [
    '| Function | Read at the start | All code |',
    '| --- | ---: | ---: |',
    ...bundles.map(({ name, startBytes, codeBytes }) => `| ${name} | ${kB(startBytes)} | ${kB(codeBytes)} |`),
  ].join('\n');
