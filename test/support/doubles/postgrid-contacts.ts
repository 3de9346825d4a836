/** PostGrid's contacts, as its documentation has them: a live key verifies the address, and an order's is corrected. */
import { contact, newId, Refused } from './postgrid-orders.ts';
import type { Asked, Fields } from './request-body.ts';

type Post = ((address: Fields) => Fields) | undefined;

const isTrue = (value: unknown) => value === true || value === 'true';

/** With a test key every address is verified. */
export function verified({ fields, headers }: Asked, post: Post): Fields {
  const live = `${headers['x-api-key']}`.startsWith('live_');
  const known = live && !isTrue(fields.skipVerification) ? (post?.(fields) ?? {}) : {};
  const now = new Date(0).toISOString();
  return { ...contact('the body', fields), id: newId('contact'), live, createdAt: now, updatedAt: now, ...known };
}

/** The order with the recipient as PostGrid would print it. An account with a strict setting holds back what failed. */
export function mailedAs(fields: Fields, post: Post): Fields {
  const to = (fields.to ?? {}) as Fields;
  const known = post === undefined || isTrue(to.skipVerification) ? {} : post(to);
  if (known.addressStatus === 'failed' && !isTrue(to.forceVerifiedStatus))
    throw new Refused(400, 'validation_error', 'the address is not good enough for this account');
  return post === undefined ? fields : { ...fields, to: { ...to, ...known } };
}
