/** Bodies of requests and answers: JSON and forms go out, objects come back. */
import type { Body } from './partner-client.ts';

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const bodyOf = (type: string, text: string): Body => ({ type, bytes: new TextEncoder().encode(text) });

export const jsonBody = (value: object): Body => bodyOf('application/json', JSON.stringify(value));

export const formBody = (fields: URLSearchParams): Body =>
  bodyOf('application/x-www-form-urlencoded', fields.toString());
