/** Bodies of requests and answers: JSON and forms go out, objects come back. */
import type { RequestBody } from './partner-client.ts';

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const bodyOf = (type: string, text: string): RequestBody => ({ type, bytes: new TextEncoder().encode(text) });

export const jsonBody = (value: object): RequestBody => bodyOf('application/json', JSON.stringify(value));

export const formBody = (fields: URLSearchParams): RequestBody =>
  bodyOf('application/x-www-form-urlencoded', fields.toString());
