/** Decides who may change something here: the mailbox's own page, and programs; no page of another origin. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Part of every form of the page, which other origins cannot read. */
export const secret = randomBytes(16).toString('base64url');

/** The fields that were sent; a sentence if nothing may happen. */
export function formFieldsOf(event: APIGatewayProxyEventV2): Readonly<Record<string, string>> | string {
  const { origin, 'sec-fetch-site': site, 'content-type': type = '' } = event.headers;
  const isOurs =
    (site === undefined || site === 'same-origin' || site === 'none') &&
    // Our own pages send no referrer, and browsers then name no origin either. Their forms carry the secret.
    (origin === undefined || origin === 'null' || URL.parse(origin)?.host === event.requestContext.domainName);
  if (!isOurs) return 'Only the mailbox page and programs on this machine can do this.';
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString();
  // Millions of fields would hold the process for long. The largest form here has a few hundred characters.
  if (body.length > 10_000) return 'The body is too long for a mailbox form.';
  // Browsers send JSON to another origin only if that origin agrees, which this one never does.
  if (/^application\/json\b/i.test(type)) return jsonFields(body);
  const fields = Object.fromEntries(new URLSearchParams(body));
  const [ours, theirs] = [Buffer.from(secret), Buffer.from(fields.secret ?? '')];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
    ? fields
    : 'This form is from before the service restarted. Reload the page.';
}

function jsonFields(body: string): Readonly<Record<string, string>> | string {
  const refusal = 'The body must be a JSON object: {"action": "mail"}.';
  try {
    const fields: unknown = JSON.parse(body);
    if (typeof fields !== 'object' || fields === null) return refusal;
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  } catch {
    return refusal;
  }
}
