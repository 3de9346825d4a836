/** How an operator's tool reaches a partner, and which variables say so. It asks with the service's own client. */
import { asFields, type Fields } from '../../../shared/adapters/http/body.ts';
import { type Call, conversation, type Reply } from '../../../shared/adapters/http/partner-client.ts';

export interface PartnerLine {
  /** The partner's name, for people. */
  readonly title: string;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What to look at when the partner does not know us. */
  readonly credentials: string;
  readonly baseVariable: string;
}

const timeoutMs = 10_000;

/** The operator reads what was found, so that no alarm needs to call them. */
const log = { alarm: () => {} };

export const askPartner = ({ title, base, headers }: PartnerLine, call: Call): Promise<Reply> =>
  conversation({ name: title, baseUrl: base, headers, timeoutMs, log })(call);

/** The objects of a partner's list. */
export const listIn = (body: Fields | undefined): Fields[] | undefined => {
  const list = body?.data;
  return Array.isArray(list) ? list.map(asFields).filter((one) => one !== undefined) : undefined;
};
