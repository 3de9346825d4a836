/** Decides who may change something here: the mailbox's own page, and programs; no page of another origin. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Part of every form of the page, which other origins cannot read. */
export const secret = randomBytes(16).toString('base64url');

/** The fields that were sent; a sentence if nothing may happen. */
export function formFieldsOf(event: APIGatewayProxyEventV2): Readonly<Record<string, string>> | string {
  const { headers } = event;
  const isForeign = ({ headers, requestContext }: APIGatewayProxyEventV2): boolean => {
    const { origin, 'sec-fetch-site': site } = headers;
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
    // Our own pages send no referrer, and browsers then name no origin either. Their forms carry the secret.
    return origin !== undefined && origin !== 'null' && URL.parse(origin)?.host !== requestContext.domainName;
  };
  if (isForeign(event)) return 'Only the mailbox page and programs on this machine can do this.';
  if (event.requestContext.http.method === 'DELETE') return {};
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString();
  // Millions of fields would hold the process for long. The largest form here has a few hundred characters.
  if (body.length > 10_000) return 'The body is too long for a mailbox form.';
  const jsonFields = (body: string): Readonly<Record<string, string>> | string => {
    try {
      const fields: unknown = JSON.parse(body);
      return typeof fields === 'object' && fields !== null
        ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
        : 'The body must be a JSON object: {"action": "mail"}.';
    } catch {
      return 'The body must be a JSON object: {"action": "mail"}.';
    }
  };
  // Browsers send JSON and DELETE to another origin only if that origin agrees, which this one never does.
  if (/^application\/json\b/i.test(headers['content-type'] ?? '')) return jsonFields(body);
  const fields = Object.fromEntries(new URLSearchParams(body));
  const isSecret = (input = ''): boolean => {
    const [ours, theirs] = [Buffer.from(secret), Buffer.from(input)];
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  };
  return isSecret(fields.secret) ? fields : 'This form is from before the service restarted. Reload the page.';
}
