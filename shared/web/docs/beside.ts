/** Files of docs/, which lie beside a bundle in a folder of that name. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Json } from '../json-schema.ts';

const folder = new URL(extname(import.meta.url) === '.ts' ? '../../../docs/' : './docs/', import.meta.url);

export const readBeside = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

/** The OpenAPI document that `npm run openapi` wrote: making it takes 30 ms. `serverUrl` ends in /v1. */
export const writtenApi = (serverUrl: string): Json => ({
  ...JSON.parse(readBeside('openapi.json')),
  servers: [{ url: serverUrl }],
});
