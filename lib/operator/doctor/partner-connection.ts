/** The operator's connection to a partner, through the service's own client. */

import type { Connection } from '../../../shared/partners/descriptor.ts';
import {
  asFields,
  type Call,
  conversation,
  type Fields,
  type Reply,
} from '../../../shared/partners/http/partner-client.ts';

export interface DoctorConnection extends Connection {
  /** The partner's name, for people. */
  readonly title: string;
  /** The variable to check if the partner refuses the key. */
  readonly credential: string;
  readonly baseVariable: string;
}

export function askPartner({ title, base, headers }: DoctorConnection, call: Call): Promise<Reply> {
  // The operator reads the result at once, so no alarm is needed.
  const log = { alarm: () => {} };
  return conversation({ name: title, baseUrl: base, headers, timeoutMs: 10_000, log })(call);
}

/** The objects of a partner's list. */
export const listedIn = (body: Fields | undefined): Fields[] | undefined => {
  const list = body?.data;
  return Array.isArray(list) ? list.map(asFields).filter((one) => one !== undefined) : undefined;
};
