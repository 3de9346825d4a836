/** The test triggers of the simulated partners: a recipient's street or a fax number chooses the outcome of an order. */
import type { TestTriggers } from '../domain/product.ts';

export const mailTriggers: TestTriggers<{ readonly to: { readonly addressLine1: string } }> = {
  texts: {
    reject: '1 TEST REJECT ST',
    outage: '1 TEST OUTAGE ST',
    down: '1 TEST DOWN ST',
    lost_reply: '1 TEST LOST REPLY ST',
    in_production: '1 TEST PRINTING ST',
    dispatched: '1 TEST MAILED ST',
    returned: '1 TEST RETURNED ST',
  },
  read: ({ to }) => to.addressLine1.trim().toUpperCase(),
  place: (request, addressLine1) => ({ ...request, to: { ...(request.to as object), addressLine1 } }),
};

export const faxTriggers: TestTriggers<{ readonly number: string }> = {
  texts: {
    reject: '+12125550101',
    outage: '+12125550102',
    down: '+12125550103',
    lost_reply: '+12125550104',
    busy: '+12125550105',
    busy_once: '+12125550106',
  },
  read: ({ number }) => number,
  place: (request, to_number) => ({ ...request, to_number }),
};

/** The streets that decide what the post says of a recipient in test mode. Others are not looked up. */
export const addressTriggers = {
  verified: '1 TEST VERIFIED ST',
  corrected: '1 TEST CORRECTED ST',
  undeliverable: '1 TEST UNDELIVERABLE ST',
  unit: '1 TEST UNIT ST',
} as const;
