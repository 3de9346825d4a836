/** The door of `npx print-and-mail listen`: programs on this machine begin to listen here, stay, and leave. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { depsFor, putInFront } from '../../../shared/config/app.ts';
import { notifyField } from '../../../shared/domain/job/notify.ts';
import type { EventSigner } from '../../../shared/notify/deps.ts';
import type { Settings } from '../../../shared/orders/deps.ts';
import { type GatewayResult, isLoopback } from '../gateway/http.ts';
import type { LocalPages } from '../gateway/server.ts';
import { formFieldsOf } from '../mailbox/guard.ts';
import { listeners, type RequestListeners } from './listeners.ts';

/** From now on those who listen are in front of all other receivers of this process. */
export function openDoor(): LocalPages {
  const known = listeners();
  putInFront(known.inFrontOf);
  return doorOf(known, depsFor({ function: 'listen' }));
}

/** `undefined` for the paths of others. */
export const doorOf =
  (known: RequestListeners, deps: { readonly settings: Settings; readonly eventSigner: EventSigner }): LocalPages =>
  async (event) => {
    if (!/^\/_listen(\/|$)/.test(event.rawPath)) return undefined;
    if (deps.settings.paymentMode !== 'mock')
      return problem(404, 'This service takes real payments: listen works in test mode only.');
    if (!isFromHere(event)) return problem(403, 'Only programs on this machine may listen.');
    const { method } = event.requestContext.http;
    if (method !== 'POST' && method !== 'DELETE') return problem(405, 'POST begins to listen, and DELETE ends it.');
    const fields = formFieldsOf(event);
    if (typeof fields === 'string') return problem(403, fields);
    if (method === 'POST') return begin(known, deps, fields);
    known.remove(event.queryStringParameters?.to ?? '');
    return json(200, {});
  };

/** Behind a tunnel the connection comes from here too, but for another host. */
const isFromHere = ({ requestContext: { domainName, http } }: APIGatewayProxyEventV2): boolean =>
  isLoopback(domainName) && isLoopback(http.sourceIp.includes(':') ? `[${http.sourceIp}]` : http.sourceIp);

function begin(
  known: RequestListeners,
  { eventSigner }: { readonly eventSigner: EventSigner },
  { to = '', at = '', secret }: Readonly<Record<string, string>>,
): GatewayResult {
  const [issue] = notifyField.safeParse({ webhook_url: to, webhook_secret: secret }).error?.issues ?? [];
  if (issue !== undefined) return problem(400, `${String(issue.path[0])}: ${issue.message}`);
  if (!isWeb(to)) return problem(400, 'to: must be the http or https address of your receiver.');
  if (!isWeb(at) || !isLoopback(new URL(at).host)) return problem(400, 'at: must be an address of this machine.');
  known.add({ to: new URL(to).href, at, secret });
  return json(200, { keys: eventSigner.publicKeys() });
}

const isWeb = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

const json = (statusCode: number, body: object): GatewayResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

const problem = (statusCode: number, error: string): GatewayResult => json(statusCode, { error });
