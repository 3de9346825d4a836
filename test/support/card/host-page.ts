/** A chat as its user's browser runs it: the official host of MCP Apps, an MCP client, and the card in a sandbox. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  AppBridge,
  getToolUiResourceUri,
  type McpUiHostContext,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import type { Json } from '../e2e/client.ts';

/** The project compiles without the types of a browser. */
const { document } = globalThis as Json;

export interface Shown {
  readonly mcpUrl: string;
  readonly version: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly context: McpUiHostContext;
  /** The host keeps `_meta` of the assistant's own call to itself. */
  readonly keepsMeta?: boolean;
}

/** Everything that the card has asked of its host. */
export interface Heard {
  /** The answer to the tool call, as the host got it. */
  readonly result: Json;
  readonly opened: string[];
  /** The texts that the assistant is told. */
  readonly told: string[];
}

async function show({ mcpUrl, version, tool: name, arguments: given, context, keepsMeta }: Shown): Promise<Heard> {
  const isModern = version >= '2026';
  const client = new Client({ name: 'test-host', version: '1.0.0' }, {
    capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } } },
    ...(isModern ? { versionNegotiation: { mode: { pin: version } } } : { supportedProtocolVersions: [version] }),
  } as never);
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl)));
  const { tools } = await client.listTools();
  const uri = getToolUiResourceUri(tools.find((tool) => tool.name === name) ?? {});
  if (uri === undefined) throw new Error(`${name} has no card`);
  const { contents } = await client.readResource({ uri });
  const [{ text: html, _meta }] = contents as Json;
  const result: Json = await client.callTool({ name, arguments: given });
  const heard: Heard = { result, opened: [], told: [] };

  const frame = document.createElement('iframe');
  const bridge = new AppBridge(
    client,
    { name: 'test-host', version: '1.0.0' },
    { openLinks: {}, serverTools: {}, updateModelContext: { text: {} } },
    { hostContext: context },
  );
  bridge.onopenlink = async ({ url }) => {
    heard.opened.push(url);
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content = [] }) => {
    heard.told.push(content.map((block) => ('text' in block ? block.text : '')).join(' '));
    return {};
  };
  bridge.onsizechange = ({ height = 0 }) => {
    frame.style.height = `${height}px`;
  };
  bridge.onsandboxready = () => void bridge.sendSandboxResourceReady({ html, csp: _meta.ui.csp });
  bridge.oninitialized = () =>
    void bridge
      .sendToolInput({ arguments: given })
      .then(() => bridge.sendToolResult(keepsMeta ? { ...result, _meta: undefined } : result));
  document.body.append(frame);
  const sandbox = frame.contentWindow;
  await bridge.connect(new PostMessageTransport(sandbox, sandbox));
  // The policy of `ui.csp` comes as a header of the sandbox.
  frame.src = `${document.body.dataset.sandbox}/?csp=${encodeURIComponent(JSON.stringify(_meta.ui.csp))}`;
  return heard;
}

let heard: Heard | undefined;
Object.assign(globalThis, {
  show: async (shown: Shown) => {
    heard = await show(shown);
    return heard;
  },
  heard: () => heard,
});
