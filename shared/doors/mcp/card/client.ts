/** Tells whether a client shows cards: MCP Apps, extension `io.modelcontextprotocol/ui`, protocol 2026-01-26. */
import { randomUUID } from 'node:crypto';
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import type { HttpEvent } from '../../http/http-event.ts';

const cardExtension = 'io.modelcontextprotocol/ui';
export const cardMimeType = 'text/html;profile=mcp-app';

type CardJson = Readonly<Record<string, unknown>>;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as CardJson)[name] : undefined;

const at = (value: unknown, ...path: readonly string[]): unknown => path.reduce(memberOf, value);

function declaresCards(capabilities: unknown): boolean {
  const types = at(capabilities, 'extensions', cardExtension, 'mimeTypes');
  return Array.isArray(types) && types.includes(cardMimeType);
}

/** The start of a session id, which is all that it says. */
const mark = 'cards-';

/**
 * Since 2026-07-28 each request declares what its client can do. Before, only the first message did: a client that shows
 * cards gets a session id for it, and sends it with every later request. Nothing is kept under that id.
 */
export function showsCards(message: unknown, { headers }: Pick<HttpEvent, 'headers'>): boolean {
  return (
    begins(message) ||
    declaresCards(at(message, 'params', '_meta', CLIENT_CAPABILITIES_META_KEY)) ||
    (headers['mcp-session-id'] ?? '').startsWith(mark)
  );
}

const begins = (message: unknown): boolean =>
  at(message, 'method') === 'initialize' && declaresCards(at(message, 'params', 'capabilities'));

/** The headers of the answer to a client's first message. */
export const cardSession = (message: unknown): Readonly<Record<string, string>> =>
  begins(message) ? { 'mcp-session-id': `${mark}${randomUUID()}` } : {};
