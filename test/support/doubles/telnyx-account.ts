/** An account at Telnyx's double as the operator sees it: fax application, number, allowed destinations. */
import type { Answered, Asked } from './fax-line.ts';

export interface TelnyxAccount {
  application: {
    id: string;
    active: boolean;
    outbound: { outbound_voice_profile_id: string | null };
    /** The address for events of faxes that name none. */
    webhook_event_url: string | null;
    webhook_event_failover_url: string | null;
  };
  numbers: { phone_number: string; status: string; connection_id: string | null }[];
  profile: { id: string; enabled: boolean; whitelisted_destinations: string[] };
}

export const healthyAccount = (connectionId: string, fromNumber: string): TelnyxAccount => ({
  application: {
    ...{ id: connectionId, active: true, outbound: { outbound_voice_profile_id: '1911630617284445511' } },
    ...{ webhook_event_url: null, webhook_event_failover_url: null },
  },
  numbers: [{ phone_number: fromNumber, status: 'active', connection_id: connectionId }],
  profile: { id: '1911630617284445511', enabled: true, whitelisted_destinations: ['US', 'CA'] },
});

const paths = /^\/v2\/(fax_applications|phone_numbers|outbound_voice_profiles)(?:\/([^/]+))?$/;

export const isAboutAccount = ({ method, url }: Asked): boolean => method === 'GET' && paths.test(url.pathname);

/** Undefined for what is not there. */
export function accountAnswer(account: TelnyxAccount, { url }: Asked): Answered | undefined {
  const [, resource, id] = paths.exec(url.pathname) ?? [];
  const named = (one: { readonly id: string }): Answered | undefined =>
    one.id === id ? { status: 200, body: { data: one } } : undefined;
  if (resource === 'fax_applications') return named(account.application);
  if (resource === 'outbound_voice_profiles') return named(account.profile);
  return id === undefined ? { status: 200, body: { data: numbersWith(account, url.searchParams) } } : undefined;
}

/** A part of the number will do, and nothing is found by anything but digits, as the API reference says. */
function numbersWith({ numbers }: TelnyxAccount, query: URLSearchParams) {
  const wanted = query.get('filter[phone_number]') ?? '';
  return /\D/.test(wanted) ? [] : numbers.filter(({ phone_number }) => phone_number.includes(wanted));
}
