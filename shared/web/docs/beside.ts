/** Reads files of docs/. A bundle has them in a folder of that name beside it. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Json } from '../json-schema.ts';

export function readBeside(file: string): string {
  const folder = extname(import.meta.url) === '.ts' ? '../../../docs/' : './docs/';
  return readFileSync(new URL(folder + file, import.meta.url), 'utf8');
}

/** The OpenAPI document that `npm run openapi` wrote, because building it takes 30 ms. `serverUrl` ends in /v1. */
export const writtenApi = (serverUrl: string): Json => ({
  ...JSON.parse(readBeside('openapi.json')),
  servers: [{ url: serverUrl }],
});
