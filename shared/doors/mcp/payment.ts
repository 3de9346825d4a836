/**
 * Payments of agents over MCP: the credential stands in `_meta`, the challenge in an error of the protocol, and the proof
 * in `_meta` of the result (`draft-payment-transport-mcp`). The library turns what a tool throws into an answer of the
 * tool, so the error travels in its `_meta` and is put in place last.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { mppMethod } from '../../core/names.ts';
import type { Refusal } from '../../core/refusal.ts';
import { statusOfRefusal } from '../http/problem.ts';
import type { RpcBody } from './messages.ts';

const names = {
  credential: 'org.paymentauth/credential',
  receipt: 'org.paymentauth/receipt',
  error: 'org.paymentauth/error',
} as const;

const codes = { required: -32_042, refused: -32_043, malformed: -32_602 } as const;

export const paymentCapability = { payment: { methods: { [mppMethod.method]: { intents: [mppMethod.intent] } } } };

const membersOf = (value: unknown): RpcBody => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Clients may put the credential beside the method: the library reads it among the parameters alone. A batch holds no other. */
export const withCredential = (body: unknown): unknown => (Array.isArray(body) ? body.map(inMessage) : inMessage(body));

function inMessage(message: unknown): unknown {
  const { _meta, params, ...rest } = membersOf(message);
  const credential = membersOf(_meta)[names.credential];
  if (credential === undefined || rest.method !== 'tools/call') return message;
  const among = { [names.credential]: credential, ...membersOf(membersOf(params)._meta) };
  return { ...rest, params: { ...membersOf(params), _meta: among } };
}

export const credentialOf = ({ _meta }: { readonly _meta?: unknown }): unknown => membersOf(_meta)[names.credential];

/** `body`: the problem as REST says it. */
export function demanding(
  { demand }: Refusal,
  body: RpcBody,
  credential: unknown,
): Pick<CallToolResult, '_meta'> | undefined {
  if (demand === undefined) return undefined;
  const isMalformed = `${body.type}`.endsWith('malformed-credential');
  const shown = isMalformed ? codes.malformed : codes.refused;
  const data = { httpStatus: statusOfRefusal.payment_required, challenges: [demand.challenge], problem: body };
  return { _meta: { [names.error]: { code: credential === undefined ? codes.required : shown, data } } };
}

export const withPaymentProof = (result: CallToolResult, { payment_receipt: receipt }: RpcBody): CallToolResult =>
  receipt === undefined ? result : { ...result, _meta: { ...result._meta, [names.receipt]: receipt } };

/** The answer of the library, with the demand for money as the error that it is. */
export function paymentErrors(body: string): string {
  if (!body.includes(names.error)) return body;
  const answer = JSON.parse(body) as RpcBody | readonly RpcBody[];
  return JSON.stringify(Array.isArray(answer) ? answer.map(asError) : asError(answer as RpcBody));
}

function asError(answer: RpcBody): RpcBody {
  const { result, ...rest } = answer;
  const error = membersOf(membersOf(result)._meta)[names.error];
  if (error === undefined) return answer;
  const { problem } = membersOf(membersOf(error).data);
  return { ...rest, error: { ...membersOf(error), message: `${membersOf(problem).error}` } };
}
