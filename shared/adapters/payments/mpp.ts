/**
 * The rail of the Machine Payments Protocol: `draft-httpauth-payment-01` with the method of `draft-stripe-charge-00`.
 * A challenge depends on the job alone, so the price cannot move between asking and paying, and nothing is kept.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Payment } from '../../core/job/payment.ts';
import { mppMethod } from '../../core/names.ts';
import type { Bill, CredentialFault, Rail } from '../../ports/agent-payments.ts';

export interface MppSettings {
  /** The HMAC of challenges: only this service makes them. */
  readonly secret: string;
  /** The seller's profile at Stripe, `profile_…`. */
  readonly networkId: string;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A credential echoes its challenge, and needs room for it. */
const mostCharacters = 16_384;

/** Characters beyond ASCII would break a header, and so would a quote inside of quotes. */
const headerSafe = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7E]/gu, '?');

const encoded = (value: object): string => Buffer.from(canonicalize(value) ?? '').toString('base64url');

export function mppRail({ secret, networkId }: MppSettings): Rail {
  const requestOf = ({ amountCents, currency, orderNumber }: Bill) => ({
    amount: `${amountCents}`,
    currency: currency.toLowerCase(),
    externalId: orderNumber,
    methodDetails: { networkId, paymentMethodTypes: ['card', 'link'] },
  });
  /** The signed parts in their order; a slot that is not used stays, empty. */
  const challengeOf = (bill: Bill) => {
    const parts = {
      realm: headerSafe(bill.realm),
      ...mppMethod,
      request: encoded(requestOf(bill)),
      expires: new Date(bill.expiresAt).toISOString(),
      digest: '',
      opaque: encoded({ order: bill.orderNumber }),
    };
    const { digest: _, ...signed } = parts;
    // The job's id is a part that is not told: two jobs never share a challenge.
    const key = createHmac('sha256', secret).update(bill.jobId).digest();
    const id = createHmac('sha256', key).update(Object.values(parts).join('|')).digest('base64url');
    return { id, ...signed };
  };
  return {
    async demand(bill) {
      const challenge = { ...challengeOf(bill), description: headerSafe(bill.description) };
      const said = Object.entries(challenge).map(([name, value]) => `${name}="${value}"`);
      return {
        headers: { 'www-authenticate': `Payment ${said.join(', ')}` },
        // In a message the request alone is JSON: clients give the other members back as they are.
        challenge: { ...challenge, request: requestOf(bill) },
      };
    },
    async credentialIn({ authorization = '' }) {
      const [, text] = /^Payment\s+(\S.*)$/i.exec(authorization) ?? [];
      return text === undefined ? undefined : parsed(text.trim());
    },
    async tokenOf(credential, bill, now) {
      const { challenge, payload } = membersOf(credential);
      const shown = membersOf(challenge);
      const { spt, externalId = bill.orderNumber } = membersOf(payload);
      if (typeof shown.id !== 'string' || typeof spt !== 'string' || !/^spt_\w{1,250}$/.test(spt)) return 'malformed';
      return faultOf(shown, challengeOf(bill), now) ?? (externalId === bill.orderNumber ? { token: spt } : 'invalid');
    },
    receiptOf: async (payment, bill, paidAt) => ({
      ...receiptOf(payment, bill, paidAt),
      challengeId: challengeOf(bill).id,
    }),
    headersOf: async (receipt) => ({ 'payment-receipt': encoded(receipt) }),
  };
}

const receiptOf = ({ id }: Payment, { orderNumber }: Bill, paidAt: number) => ({
  status: 'success',
  method: mppMethod.method,
  timestamp: new Date(paidAt).toISOString(),
  reference: id,
  externalId: orderNumber,
});

/** Over MCP a challenge may be echoed with its request as an object. */
const asText = (value: unknown): unknown => (typeof value === 'object' && value !== null ? encoded(value) : value);

function faultOf(
  shown: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, string>>,
  now: number,
): CredentialFault | undefined {
  const { digest = '', opaque = own.opaque } = shown;
  const isSame = Object.entries(own).every(([name, value]) =>
    name === 'id' ? isEqual(`${shown.id}`, value) : asText({ ...shown, opaque }[name]) === value,
  );
  if (!isSame || digest !== '') return 'invalid';
  return Date.parse(own.expires ?? '') <= now ? 'expired' : undefined;
}

/** Takes the same time wherever two texts differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Anything but an object in base64url is a credential that is none. */
function parsed(text: string): unknown {
  try {
    return text.length > mostCharacters ? text : JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return text;
  }
}
