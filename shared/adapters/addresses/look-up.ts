/** One look-up of an address at a partner, within its time. Whatever goes wrong, nobody knows the address. */
import { isSuccess } from '../http/answers.ts';
import { asFields, type Fields, jsonBody } from '../http/body.ts';
import { exchange } from '../http/partner-client.ts';

export interface LookUpSettings {
  readonly apiKey: string;
  /** The partner's own address, or a double's. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** Raises no alarm for the account: orders do, and a look-up may be refused for its own reasons. */
export async function lookUpAddress(
  { baseUrl, timeoutMs }: LookUpSettings,
  headers: Readonly<Record<string, string>>,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<Fields | undefined> {
  const call = { method: 'POST', path, body: jsonBody(body) } as const;
  const reply = await exchange({ baseUrl, headers }, call, AbortSignal.timeout(timeoutMs));
  return reply.kind === 'answered' && isSuccess(reply.status) ? asFields(reply.body) : undefined;
}
