/**
 * The fax application, the number that faxes come from, and the countries they may go to. Shapes by Telnyx's API
 * reference (fax_applications, phone_numbers, outbound_voice_profiles); no live account has been asked yet.
 */
import { asFields, type Fields } from '../../../shared/adapters/http/body.ts';
import type { Checkup } from './checkup.ts';
import { listIn } from './partner-line.ts';
import { read } from './partner-lines.ts';
import { answered, failure, ok, type Verdict, warn } from './verdict.ts';

const settingsOf = ({ environment }: Checkup) => read('telnyx', environment) ?? {};

const get = (round: Checkup, path: string) => round.ask('telnyx', { method: 'GET', path });

const applicationPath = (id = '') => `/fax_applications/${encodeURIComponent(id)}`;

async function application(round: Checkup): Promise<{ readonly fields: Fields } | { readonly wrong: Verdict }> {
  const { TELNYX_CONNECTION_ID } = settingsOf(round);
  const answer = await get(round, applicationPath(TELNYX_CONNECTION_ID));
  if (answer.kind === 'answered' && answer.status === 404)
    return {
      wrong: failure(
        'Telnyx has no fax application TELNYX_CONNECTION_ID',
        'set it to the id of the fax application; the id of a voice or SIP connection will not do',
      ),
    };
  const found = answered(answer, round.line('telnyx'));
  if ('wrong' in found) return found;
  const fields = asFields(found.body.data);
  return fields ? { fields } : { wrong: failure('Telnyx answered without a fax application', 'check TELNYX_API_BASE') };
}

async function telnyxApplication(round: Checkup): Promise<Verdict> {
  const found = await application(round);
  if ('wrong' in found) return found.wrong;
  return found.fields.active === false
    ? failure('the fax application is switched off', 'activate it in Telnyx’s portal')
    : ok('Telnyx knows TELNYX_API_KEY and the fax application TELNYX_CONNECTION_ID');
}

async function telnyxNumber(round: Checkup): Promise<Verdict> {
  const { TELNYX_FROM_NUMBER: number = '', TELNYX_CONNECTION_ID } = settingsOf(round);
  // Digits only: with anything else in it, the filter finds nothing (Telnyx's API reference).
  const path = `/phone_numbers?${new URLSearchParams({ 'filter[phone_number]': number.replace(/\D/g, '') })}`;
  const found = answered(await get(round, path), round.line('telnyx'));
  if ('wrong' in found) return found.wrong;
  const owned = listIn(found.body)?.find(({ phone_number }) => phone_number === number);
  if (owned === undefined)
    return failure(
      `${number} is not a number of this account`,
      'buy or port it at Telnyx, or set TELNYX_FROM_NUMBER to one that is',
    );
  if (owned.connection_id !== TELNYX_CONNECTION_ID)
    return failure(
      `${number} belongs to ${owned.connection_id ? 'another application' : 'no application'}`,
      'assign it in Telnyx’s portal to the fax application TELNYX_CONNECTION_ID',
    );
  if (owned.status !== undefined && owned.status !== 'active')
    return failure(`${number} is not active yet or any more`, 'see what its order lacks in Telnyx’s portal');
  return ok(`${number} is active and belongs to the fax application`);
}

const countries = ['US', 'CA'];

async function telnyxCountries(round: Checkup): Promise<Verdict> {
  const found = await application(round);
  if ('wrong' in found) return found.wrong;
  const id = asFields(found.fields.outbound)?.outbound_voice_profile_id;
  if (typeof id !== 'string' || id === '')
    return failure(
      'the fax application has no outbound voice profile, so nothing can be sent',
      'make one that allows the US and Canada, and assign it to the application',
    );
  return profileVerdict(round, id);
}

async function profileVerdict(round: Checkup, id: string): Promise<Verdict> {
  const answer = answered(await get(round, `/outbound_voice_profiles/${encodeURIComponent(id)}`), round.line('telnyx'));
  if ('wrong' in answer) return answer.wrong;
  const profile = asFields(answer.body.data);
  if (profile?.enabled === false)
    return failure('the outbound voice profile is switched off', 'enable it in Telnyx’s portal');
  const allowed = profile?.whitelisted_destinations;
  if (!Array.isArray(allowed))
    return warn('the outbound voice profile does not say where it may call', 'look at its allowed destinations');
  const missing = countries.filter((country) => !allowed.includes(country));
  return missing.length === 0
    ? ok('faxes may go to the US and to Canada')
    : failure(
        `faxes may not go to ${missing.join(' and ')}`,
        `add ${missing.join(' and ')} to the allowed destinations of the outbound voice profile`,
      );
}

/** The first is the one that the others need. */
export const telnyxChecks = [
  { name: 'Telnyx key', run: telnyxApplication, needs: ['TELNYX_CONNECTION_ID'] },
  { name: 'Telnyx from-number', run: telnyxNumber, needs: ['TELNYX_CONNECTION_ID', 'TELNYX_FROM_NUMBER'] },
  { name: 'Telnyx countries', run: telnyxCountries, needs: ['TELNYX_CONNECTION_ID'] },
];
