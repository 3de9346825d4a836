/** Reads files of `docs/`. Each bundle has a copy of that folder beside it. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Json } from '../json-schema.ts';

export function readDocsFile(file: string): string {
  const folder = extname(import.meta.url) === '.ts' ? '../../../docs/' : './docs/';
  return readFileSync(new URL(folder + file, import.meta.url), 'utf8');
}

/** The OpenAPI document that `npm run openapi` stored, because building it takes 30 ms. */
export const storedOpenApi = (): Json => JSON.parse(readDocsFile('openapi.json'));
