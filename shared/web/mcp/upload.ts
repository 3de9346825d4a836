/** A user's file goes past the model: a quote tool asked for `upload` answers a ticket, then quotes its `pdf_url`. */
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { contentKinds } from '../../domain/given/content.ts';
import { invalid } from '../../domain/refusal.ts';
import { uploadByPerson } from '../../orders/uploads/request-upload.ts';
import { type CallContext, callTool } from './call.ts';
import type { RpcBody } from './messages.ts';
import type { Tool } from './tools.ts';

type UploadArguments = Readonly<Record<string, unknown>>;

export const asksForUpload = (tool: Tool, raw: unknown): raw is UploadArguments =>
  tool.takesFiles === true && typeof raw === 'object' && raw !== null && (raw as UploadArguments).upload === true;

/** A quote without the member that says nothing to it. */
export const withoutUpload = (tool: Tool, raw: unknown): unknown => {
  if (tool.takesFiles !== true || typeof raw !== 'object' || raw === null) return raw;
  const { upload, ...request } = raw as UploadArguments;
  return upload === false || upload === null ? request : raw;
};

interface UploadAsked {
  readonly context: CallContext;
  /** The client can ask its user to open a page. */
  readonly opensPages: boolean;
  readonly mcpReq: ServerContext['mcpReq'];
}

/** The client repeats the call with the state that we returned, the ticket's id, so its user has one page. */
export async function callForUpload(
  tool: Tool,
  request: UploadArguments,
  { context, opensPages, mcpReq }: UploadAsked,
): Promise<CallToolResult | InputRequiredResult> {
  const state = opensPages ? mcpReq.requestState<string>() : undefined;
  const result = await callTool(ticketTool(tool, request, state), {}, context);
  const { page_url: url, upload_id } = (result.structuredContent ?? {}) as RpcBody;
  if (result.isError || !opensPages || typeof url !== 'string') return result;
  const answer = inputResponse(mcpReq.inputResponses, 'attach');
  if (answer.kind === 'elicit') return { ...result, content: [...result.content, reminder(answer.action)] };
  if (state !== undefined) return result;
  const message = 'Open the page on which you attach your file? Nothing is ordered or charged by that.';
  return inputRequired({
    inputRequests: { attach: inputRequired.elicitUrl({ message, url }) },
    requestState: `${upload_id}`,
  });
}

const ticketTool = (tool: Tool, request: UploadArguments, state: string | undefined): Tool => ({
  ...tool,
  useCase: {
    ...uploadByPerson(state),
    screen: () => {
      const sent = contentKinds.find((kind) => request[kind] != null);
      if (sent !== undefined) throw invalid('upload', `goes without content: leave out ${sent}, or upload.`);
    },
  },
  format: ({ page_url, pdf_url }) =>
    `Give the user this page to attach the file: ${page_url}. Once they say that it is attached, call ${tool.name} with pdf_url ${pdf_url} in place of upload. The page is open for an hour.`,
});

const reminder = (action: 'accept' | 'decline' | 'cancel') => ({
  type: 'text' as const,
  text:
    action === 'accept'
      ? 'The user was shown the page. Ask whether the file is attached, then quote it by its pdf_url.'
      : 'The user did not open the page, and nothing was sent. It stays open for an hour: ask what they want.',
});
