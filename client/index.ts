/** A typed client for the REST API. `npm run generate:client` generates `schema.ts`, beside this file. */
import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { paths } from './schema.ts';

export { contentHash } from './content-hash.ts';
export type * from './schema.ts';

/** An idempotency key for one action that a person confirms. Keep it, and send it again with each retry. */
export const newIdempotencyKey = (): string => crypto.randomUUID();

/** `baseUrl` ends in /v1. */
export const printAndMail = (baseUrl: string, options: Omit<ClientOptions, 'baseUrl'> = {}): Client<paths> =>
  createClient<paths>({ ...options, baseUrl });
