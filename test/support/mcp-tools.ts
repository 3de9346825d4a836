/** The tools of a service with every product, and how an assistant calls them. */
import { productNames } from '../../shared/domain/names.ts';
import type { Json } from '../../shared/web/json-schema.ts';
import { type CallContext, callTool } from '../../shared/web/mcp/call.ts';
import { type Tool, toolsFor } from '../../shared/web/mcp/tools.ts';
import { caller } from './fakes/orders.ts';

export const tools = toolsFor(productNames);

/** The result of a tool call, with its text and body. `more` changes the call's context; `among` limits the tools. */
export async function called(
  deps: CallContext['deps'],
  name: string,
  request: unknown,
  { among = tools, ...more }: Partial<CallContext> & { readonly among?: readonly Tool[] } = {},
) {
  const tool = among.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const deadline = deps.clock.now() + 10_000;
  const context = { requestId: 'request-1', caller, deps, products: productNames, deadline, ...more };
  const result = await callTool(tool, request, context);
  const text = result.content.map((part) => ('text' in part ? part.text : '')).join(' ');
  return { ...result, text, body: (result.structuredContent ?? {}) as Json };
}
