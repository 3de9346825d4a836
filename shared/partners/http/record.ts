/** Reads one order at a partner. */
import { Refusal } from '../../domain/refusal.ts';
import { type Ask, isSuccess, type Reply } from './partner-client.ts';

type Parse<T> = (body: unknown) => T | undefined;

/** `undefined` if the partner did not answer, refused, or told something else. */
export const parsed = <T>(reply: Reply, parse: Parse<T>): T | undefined =>
  reply.kind === 'answered' && isSuccess(reply.status) ? parse(reply.body) : undefined;

/** `undefined` if the partner knows no such order. Throws a Refusal if it does not tell. */
export async function recordAt<T>(ask: Ask, path: string, parse: Parse<T>): Promise<T | undefined> {
  const reply = await ask({ method: 'GET', path });
  if (reply.kind === 'answered' && reply.status === 404) return undefined;
  const record = parsed(reply, parse);
  if (record !== undefined) return record;
  throw new Refusal('unavailable', 'The partner does not answer at this moment. Try again in a minute.', {
    retryAfterSeconds: 60,
  });
}
