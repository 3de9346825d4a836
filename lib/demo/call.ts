/** Makes one request of the demo and prints it with its answer, so that a newcomer can follow. */
import { STATUS_CODES } from 'node:http';
import { styleText } from 'node:util';
import { OneLine } from '../local/one-line.ts';

export interface DemoCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON, or the fields of a form as `name=value`. */
  readonly body?: string;
}

export type JsonFields = Readonly<Record<string, unknown>>;

interface DemoReply {
  readonly status: number;
  /** `undefined` if the answer is a page. */
  readonly fields: JsonFields | undefined;
}

type Print = (line: string) => void;

const patienceMs = 60_000;

/** Adds colors, but only in a terminal. */
const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout });

export function printTitle(print: Print, title: string): void {
  print(`\n${styled('bold', title)}`);
}

/** Throws OneLine with the service's own sentence if it refuses. Asks again until `isReady` accepts the answer. */
export async function call(
  print: Print,
  request: DemoCall,
  isReady: (fields: JsonFields) => boolean = () => true,
): Promise<JsonFields> {
  print(styled('cyan', `${request.method} ${new URL(request.url).pathname}`));
  if (request.body !== undefined) print(request.body.trimEnd());
  const { status, fields } = await readyReply(request, isReady);
  const isRefused = status >= 400;
  print(styled(isRefused ? 'red' : 'green', `→ ${status} ${STATUS_CODES[status] ?? ''}`));
  print(fields === undefined ? '(a page for people)' : JSON.stringify(fields, null, 2));
  if (isRefused) throw new OneLine(`The service refused this with ${status}: ${fields?.error ?? 'it gave no reason.'}`);
  return fields ?? {};
}

async function readyReply(request: DemoCall, isReady: (fields: JsonFields) => boolean): Promise<DemoReply> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const reply = await send(request);
    if (reply.status >= 400 || isReady(reply.fields ?? {}) || Date.now() > deadline) return reply;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function send({ method, url, body }: DemoCall): Promise<DemoReply> {
  const type = body?.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, signal: AbortSignal.timeout(patienceMs) });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, fields: isJson ? (JSON.parse(text) as JsonFields) : undefined };
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    const { origin } = new URL(url);
    throw new OneLine(
      `Nothing answers at ${origin}: start the service with npm start, or name its address with --url.`,
    );
  }
}
