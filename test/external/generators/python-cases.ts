/** Cases for client/python: hashes that the TypeScript client computes, and messages that the service's signer signs. */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { contentHash } from '../../../client/content-hash.ts';
import { standardSigner } from '../../../shared/notify/adapters/event-signer.ts';

interface Bytes {
  readonly base64: string;
}

type Part = { readonly text: string } | Bytes;

interface Parts {
  readonly content: Part;
  readonly attachments?: readonly Bytes[];
}

/** `now`: Unix time in seconds, by default the clock's. `expected`: the message, or the name of the error. */
interface WebhookCase {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly keys: readonly string[];
  readonly receiver: string;
  readonly now?: number;
  readonly expected: unknown;
}

const written: Part = { text: 'Dear Zoë,\r\n\n日本語 \u{1f4ee}\n' };
const file = (...bytes: number[]): Bytes => ({ base64: Buffer.from(bytes).toString('base64') });
const bytesOf = ({ base64 }: Bytes) => new Uint8Array(Buffer.from(base64, 'base64'));
const contentOf = (part: Part) => ('text' in part ? part.text : bytesOf(part));

const contents: readonly Parts[] = [
  { content: { text: 'Dear Ada' } },
  { content: { text: '' } },
  { content: written },
  { content: file(37, 80, 68, 70, 0, 255) },
  { content: written, attachments: [] },
  { content: written, attachments: [file(1), file(2, 3)] },
  { content: written, attachments: [file(2, 3), file(1)] },
  { content: written, attachments: [file(9), file(9)] },
];

const hashOf = ({ content, attachments = [] }: Parts): Promise<string> =>
  contentHash({ content: contentOf(content), attachments: attachments.map(bytesOf) });

const receiver = 'https://shop.example.com';
const at = Date.now();
const now = Math.floor(at / 1_000);
const id = 'evt_64r36c1g60r30c1g60r30c1g60';
const timestamp = '2026-11-21T12:00:00.000Z';
const data = { job_id: 'job_64r36c1g60r30c1g60r30c1g60', order_number: '7K2M9QX4TD', city: 'Montréal' };
const event = { type: 'letter.mailed', timestamp, receiver, data };

const newSigner = () =>
  standardSigner(JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })));
const [ours, foreign] = [newSigner(), newSigner()];
const [key = ''] = ours.publicKeys();
const [foreignKey = ''] = foreign.publicKeys();
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const foreignSecret = `whsec_${randomBytes(32).toString('base64')}`;

const body = JSON.stringify(event);
const headers = ours.headersOf({ id, at, body }, undefined);
const { 'webhook-signature': signature = '' } = headers;
const withSecret = ours.headersOf({ id, at, body }, secret);
const ofForeign = foreign.headersOf({ id, at, body }, foreignSecret);
const { 'webhook-signature': foreignSignatures = '' } = ofForeign;

/** The signature that a forger can make with only the public key. */
const signedByPublicKey = createHmac('sha256', Buffer.from(key.slice('whpk_'.length), 'base64'))
  .update(`${id}.${now}.${body}`)
  .digest('base64');

const signatures = (...each: string[]) => ({ ...headers, 'webhook-signature': each.join(' ') });
const message = { id, type: event.type, timestamp, data };
const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name));

const genuine: Omit<WebhookCase, 'name'> = { body, headers, keys: [key], receiver, now, expected: message };
const refused = { ...genuine, expected: 'WebhookRefused' };
const noKey = { ...genuine, expected: 'ValueError' };

const webhooks: readonly WebhookCase[] = [
  { ...genuine, name: 'genuine' },
  { ...genuine, name: 'genuine by the clock', now: undefined },
  { ...genuine, name: 'five minutes old', now: now + 300 },
  { ...genuine, name: 'five minutes ahead', now: now - 300 },
  { ...genuine, name: 'one of several keys', keys: [foreignKey, secret, key] },
  {
    ...genuine,
    name: 'one of several signatures',
    headers: signatures('v2,AAAA', 'v1a,!', 'v1a', '', foreignSignatures, signature),
  },
  { ...genuine, name: 'only a secret', headers: withSecret, keys: [secret] },
  { ...genuine, name: 'a secret of which the key is not known', headers: withSecret, keys: [foreignKey, secret] },
  { ...genuine, name: 'the key beside an unknown secret', headers: withSecret, keys: [foreignSecret, key] },
  {
    ...genuine,
    name: 'headers in upper case',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  },
  { ...refused, name: 'too old', now: now + 301 },
  { ...refused, name: 'too far ahead', now: now - 301 },
  {
    ...refused,
    name: 'too old by the clock',
    now: undefined,
    headers: ours.headersOf({ id, at: at - 310_000, body }, undefined),
  },
  { ...refused, name: 'a changed body', body: body.replace('7K2M', '7K2N') },
  { ...refused, name: 'a body parsed and written again', body: JSON.stringify(event, null, 1) },
  { ...refused, name: 'another id', headers: { ...headers, 'webhook-id': `${id}1` } },
  { ...refused, name: 'another time', headers: { ...headers, 'webhook-timestamp': `${now + 1}` } },
  { ...refused, name: 'no time', headers: { ...headers, 'webhook-timestamp': 'today' } },
  { ...refused, name: 'a time of 5,000 digits', headers: { ...headers, 'webhook-timestamp': '1'.repeat(5_000) } },
  { ...refused, name: 'a foreign key', keys: [foreignKey] },
  { ...refused, name: 'a foreign signature', headers: ofForeign },
  { ...refused, name: 'a foreign secret', headers: withSecret, keys: [foreignSecret] },
  { ...refused, name: 'a secret, and a message signed only by the key', keys: [secret] },
  { ...refused, name: 'the public key as a secret', headers: signatures(`v1,${signedByPublicKey}`) },
  { ...refused, name: 'the same, called Ed25519', headers: signatures(`v1a,${signedByPublicKey}`) },
  { ...refused, name: 'a signature under a different version', headers: signatures(signature.replace('v1a', 'v1')) },
  { ...refused, name: 'no id', headers: without('webhook-id') },
  { ...refused, name: 'no timestamp', headers: without('webhook-timestamp') },
  { ...refused, name: 'no signature', headers: without('webhook-signature') },
  { ...refused, name: 'no keys', keys: [] },
  { ...refused, name: 'meant for a different receiver', receiver: 'https://other.example.com' },
  { ...noKey, name: 'a key without its prefix', keys: [key.slice('whpk_'.length)] },
  { ...noKey, name: 'a key cut short', keys: [key.slice(0, -4)] },
  { ...noKey, name: 'a secret that is not in base64', keys: [key, 'whsec_not base64'] },
  { ...noKey, name: 'an empty secret', keys: ['whsec_'] },
];

/** JSON with `hashes` and `webhooks`. */
export async function pythonCases(): Promise<string> {
  const hashes = await Promise.all(contents.map(async (parts) => ({ ...parts, expected: await hashOf(parts) })));
  return JSON.stringify({ hashes, webhooks });
}
