/** OAuth 2 client credentials (RFC 6749, section 4.4): a token is kept until it expires or is refused. */
import * as z from 'zod/mini';
import { formBody } from './body.ts';
import { exchange, type Reply, type Token } from './partner-client.ts';

export interface TokenSource {
  /** The address that gives tokens. */
  readonly url: string;
  /** Our id and secret, as a header. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unix ms. */
  readonly now: () => number;
}

const granted = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z._default(z.number(), 3_600) });

/** A token is not used in its last minute: it might expire on the way. */
const spareMs = 60_000;

export function accessToken({ url, headers, now }: TokenSource): Token {
  const { origin, pathname } = new URL(url);
  const body = formBody(new URLSearchParams({ grant_type: 'client_credentials' }));
  let kept: { readonly authorization: string; readonly until: number } | undefined;
  return async (signal, isRefused) => {
    if (kept === undefined || isRefused || kept.until <= now()) {
      const askedAt = now();
      kept = undefined;
      const reply = await exchange({ baseUrl: origin, headers }, { method: 'POST', path: pathname, body }, signal);
      const token = reply.kind === 'answered' && reply.status === 200 ? granted.safeParse(reply.body).data : undefined;
      if (token === undefined) return refusalOf(reply);
      const until = askedAt + token.expires_in * 1_000 - spareMs;
      kept = { authorization: `Bearer ${token.access_token}`, until };
    }
    return { authorization: kept.authorization };
  };
}

/** Refused credentials are an account problem, as a refused key is. Anything else may be over in a minute. */
function refusalOf(reply: Reply): Reply {
  const isOurs = reply.kind === 'answered' && [400, 401, 403].includes(reply.status);
  return isOurs ? { ...reply, status: 401 } : { kind: 'unreached', code: 'NO_TOKEN' };
}
