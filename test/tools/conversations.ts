/** Orders a letter over MCP and writes the conversation into docs/assistants.md: `npm run docs`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productNames } from '../../shared/domain/names.ts';
import type { CallContext } from '../../shared/web/mcp/call.ts';
import { type ServerInput, serve } from '../../shared/web/mcp/server.ts';
import { testNote } from '../../shared/web/mcp/tools.ts';
import { ada, grace, text } from '../support/e2e/client.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, paid } from '../support/fakes/orders.ts';

const latest = '2026-07-28';
export const versions = [latest, '2025-11-25', '2025-06-18', '2025-03-26'] as const;

const baseUrl = 'https://mail.example.com/v1';
const clientInfo = { name: 'example', version: '1.0.0' };

type Json = Readonly<Record<string, unknown>>;

interface Content {
  readonly type: string;
  readonly text?: string;
}

/** The fields of a result that the transcript shows. */
interface Result {
  readonly instructions?: string;
  readonly tools?: readonly { readonly name: string }[];
  readonly content?: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, string>>;
  readonly isError?: boolean;
}

/** A client of this protocol version, for a service in memory. Each call sends one message. */
export function clientOf(version: string, deps: MemoryDeps) {
  const isModern = version === latest;
  // Version 2025-06-18 added the header.
  const versionHeader = version >= '2025-06-18' ? { 'mcp-protocol-version': version } : {};
  const prefix = 'io.modelcontextprotocol/';
  const _meta = {
    [`${prefix}protocolVersion`]: version,
    [`${prefix}clientInfo`]: clientInfo,
    [`${prefix}clientCapabilities`]: {},
  };
  return async (method: string, params: Json): Promise<Result> => {
    const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
    const headers = {
      'content-type': 'application/json',
      ...versionHeader,
      ...(isModern && { 'mcp-method': method, ...name }),
    };
    const context: CallContext = {
      requestId: 'request-1',
      caller: { ...caller, baseUrl },
      deps,
      products: productNames,
      deadline: deps.clock.now() + 10_000,
    };
    const input: ServerInput = { contextOf: () => context, baseUrl, products: productNames, isTest: true };
    const message = { jsonrpc: '2.0', id: 1, method, params: isModern ? { ...params, _meta } : params };
    const response = await serve(headers, message, input, () => {});
    const body = (await response.json()) as { readonly result?: Result };
    if (body.result === undefined) throw new Error(`${version} ${method}: ${JSON.stringify(body)}`);
    return body.result;
  };
}

async function conversation(): Promise<string> {
  const deps = memoryDeps();
  const send = clientOf(latest, deps);
  const lines: string[] = [];
  const use = async (name: string, input: object) => {
    lines.push(`> ${name} ${JSON.stringify(input)}`);
    const result = await send('tools/call', { name, arguments: input });
    lines.push(...(result.content ?? []).map(({ text }) => `< ${text}`));
    return result;
  };
  const hello = await send('server/discover', {});
  lines.push('> server/discover', `< ${hello.instructions?.split('\n')[0]} …`);
  const { tools = [] } = await send('tools/list', {});
  lines.push('> tools/list', `< ${tools.map(({ name }) => name).join(', ')}`);

  const quote = await use('quote_letter', { country: 'US', text });
  const { quote_id, content_hash } = quote.structuredContent ?? {};
  const idempotency_key = '00000000-0000-4000-8000-000000000000';
  const order = { quote_id, idempotency_key, letter: { to: ada, from: grace, content_hash } };
  const created = await use('create_letter_job', order);
  const { job_id = '' } = created.structuredContent ?? {};
  lines.push('(A person pays.)');
  await paid(deps, job_id);
  await use('get_job_status', { job_id });
  lines.push('(Ten minutes pass.)');
  await deps.clock.advance(600_000);
  await use('get_proof_of_mailing', { job_id });
  return shortened(lines.join('\n'));
}

/** The text with abbreviated ids, hashes, addresses and test mode notes. */
const shortened = (text: string): string =>
  text
    .replaceAll(testNote, 'Test mode: …')
    .replaceAll(/\b([a-z]+_)0{20,}\w+/g, '$1…')
    .replaceAll(/\{"name":"(\w+)[^{}]*\}/g, '{"name":"$1 …"}')
    .replaceAll(/\b[0-9a-f]{64}\b/g, (hash) => `${hash.slice(0, 8)}…`);

const conversationBlock = /(<!-- conversations[^\n]*-->\n)[\s\S]*?(<!-- end of conversations -->)/;

/** The page with the current conversation. */
export async function withConversations(page: string): Promise<string> {
  const block = `\`\`\`text\n${await conversation()}\n\`\`\`\n`;
  return page.replace(conversationBlock, (_, start, end) => `${start}\n${block}\n${end}`);
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '..', '..', 'docs', 'assistants.md');
  await writeFile(path, await withConversations(await readFile(path, 'utf8')));
}
