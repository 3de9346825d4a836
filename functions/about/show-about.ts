/**
 * GET /, GET /v1, GET /favicon.ico, GET /v1/openapi.json, GET /llms.txt, GET /v1/llms.txt, GET /v1/docs,
 * GET /v1/docs.md, GET /v1/docs/{page}, GET /llms-full.txt, GET /v1/llms-full.txt, GET /robots.txt,
 * GET /.well-known/security.txt, GET /.well-known/api-catalog, GET /.well-known/ai-catalog.json,
 * GET /.well-known/mcp/server-card.json and GET /.well-known/mcp/mail/server-card.json: each part
 * is loaded when it is first asked for.
 */
import type { Context } from 'aws-lambda';
import type { HttpEvent, HttpResult } from '../../shared/web/http/http-event.ts';
import { manifest } from '../manifest.ts';

type Handler = (event: HttpEvent, context: Context) => Promise<HttpResult>;

/** The first pattern that fits a path decides. */
const parts: readonly (readonly [path: RegExp, load: () => Promise<Handler>])[] = [
  [/^\/(?:v1)?$/, async () => (await import('../../shared/web/about/home.ts')).homeDoor()],
  [/^\/favicon\.ico$/, async () => (await import('../../shared/web/about/icon.ts')).icon()],
  [/\/openapi\.json$/, async () => (await import('../../shared/web/about/openapi.ts')).openapi()],
  [/\/llms\.txt$/, async () => (await import('../../shared/web/about/llms.ts')).llms(manifest)],
  [/\/docs|\/llms-full\.txt$/, async () => (await import('../../shared/web/about/docs.ts')).docs()],
  [/./, async () => (await import('../../shared/web/about/well-known.ts')).wellKnownDocuments()],
];

const loaded = new Map<RegExp, Promise<Handler>>();

export async function handler(event: HttpEvent, context: Context): Promise<HttpResult> {
  const [pattern, load] = parts.find(([path]) => path.test(event.rawPath)) ?? [];
  if (pattern === undefined || load === undefined) throw new Error(`${event.rawPath} has no part here`);
  const part = loaded.get(pattern) ?? load();
  loaded.set(pattern, part);
  return (await part)(event, context);
}
