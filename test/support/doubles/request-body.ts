/** Requests, and their bodies as PostGrid takes them: JSON, urlencoded and multipart, with nested names in brackets. */
import type { IncomingMessage } from 'node:http';
import { sha256Hex } from '../../../shared/domain/digest.ts';
import { record } from './recorder.ts';

export type Fields = Record<string, unknown>;

/** Throws for a body that cannot be read. */
export async function bodyOf(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<Fields> {
  if (bytes.length === 0) return {};
  if (type.startsWith('application/json')) return JSON.parse(Buffer.from(bytes).toString('utf8'));
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const pairs: [string, unknown][] = [];
  for (const [name, value] of form) pairs.push([name, typeof value === 'string' ? value : await fileOf(value)]);
  return fieldsOf(pairs);
}

export function fieldsOf(pairs: Iterable<readonly [name: string, value: unknown]>): Fields {
  const fields: Fields = {};
  for (const [name, value] of pairs) put(fields, name.split(/[[\]]+/).filter(Boolean), value);
  return fields;
}

export interface UploadedFile {
  readonly fileType: string;
  readonly bytes: Uint8Array;
}

const fileOf = async (file: Blob): Promise<UploadedFile> => ({
  fileType: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

function put(into: Fields, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else {
    into[name] ??= {};
    put(into[name] as Fields, rest, value);
  }
}

/** A request as it came, for an answer, and for a look at its headers and body. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly fields: Fields;
  /** The hash of the body's bytes. */
  readonly sha256: string;
}

/** `root`: what all paths begin with. Throws for a body that cannot be read. */
export async function readRequest(request: IncomingMessage, root: string): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const bytes = new Uint8Array(Buffer.concat(parts));
  record('postgrid', request, bytes);
  return {
    method: request.method ?? 'GET',
    path: pathname.startsWith(root) ? pathname.slice(root.length) : `/elsewhere${pathname}`,
    query: searchParams,
    headers: request.headers,
    fields: await bodyOf(request.headers['content-type'] ?? '', bytes),
    sha256: sha256Hex(bytes),
  };
}
