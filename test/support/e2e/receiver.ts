/** A receiver of events on this machine that accepts and records them all. */
import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen, readBody } from '../../../lib/local/gateway/http.ts';

interface ReceivedEvent {
  readonly type: string;
  /** The body as sent, which is what is signed. */
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startReceiver(port = 0) {
  const events: ReceivedEvent[] = [];
  const server = createServer(async (request, response) => {
    const body = String(await readBody(request, 64_000));
    const { type } = JSON.parse(body) as { readonly type: string };
    events.push({ type, body, headers: request.headers });
    response.writeHead(204).end();
  });
  const listening = await listen(server, '127.0.0.1', port);
  // The host is the entry for PDF_URL_ALLOW_HOSTS.
  return { ...listening, host: new URL(listening.url).host, events };
}

/** True if the event's `v1a` verifies with this published key (`whpk_…`). */
export function isSigned({ headers, body }: Pick<ReceivedEvent, 'headers' | 'body'>, whpk: string): boolean {
  const x = Buffer.from(whpk.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const [, signature = ''] = /(?:^| )v1a,(\S+)/.exec(String(headers['webhook-signature'])) ?? [];
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'));
}
