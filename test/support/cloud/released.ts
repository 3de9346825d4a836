/** The templates of the last release, as its operators have deployed them; `npm run keep-release` writes them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type Asked, flags, synthesized, type Template } from './synthesized.ts';

const file = join(import.meta.dirname, 'released.json.br');

export interface Deployed {
  readonly asked: Asked;
  readonly template: Template;
}

export interface Release {
  readonly version: string;
  readonly deployed: readonly Deployed[];
}

export const released = (): Release => JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Release;

/** With each combination of flags. */
export const deployedNow = (): readonly Deployed[] => flags.map((asked) => ({ asked, template: synthesized(asked) }));

/** Four templates are nearly one for a compressor that sees them all. */
export function keep(release: Release): void {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(file, brotliCompressSync(JSON.stringify(release), { params }));
}
