/** The operator's connection to a partner, through the service's own client. */
import { asFields, type Fields } from '../../../shared/adapters/http/body.ts';
import { type Call, conversation, type Reply } from '../../../shared/adapters/http/partner-client.ts';

export interface PartnerConnection {
  /** The partner's name, for people. */
  readonly title: string;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The variables to check if the partner refuses the key. */
  readonly credentials: string;
  readonly baseVariable: string;
}

export const askPartner = ({ title, base, headers }: PartnerConnection, call: Call): Promise<Reply> =>
  // The operator reads the result at once, so no alarm is needed.
  conversation({ name: title, baseUrl: base, headers, timeoutMs: 10_000, log: { alarm: () => {} } })(call);

/** The objects of a partner's list. */
export const listIn = (body: Fields | undefined): Fields[] | undefined => {
  const list = body?.data;
  return Array.isArray(list) ? list.map(asFields).filter((one) => one !== undefined) : undefined;
};
