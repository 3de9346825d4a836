/**
 * Checks of Telnyx: the fax application, the from-number and the allowed countries. The shapes follow Telnyx's API
 * reference (fax_applications, phone_numbers, outbound_voice_profiles). We have not tried them with a live account.
 */
import { asFields, type Fields } from '../../../shared/partners/http/partner-client.ts';
import {
  bodyOrFinding,
  type Checkup,
  type DoctorFinding,
  dataList,
  failedFinding,
  ok,
  readConfig,
  warn,
} from './checkup.ts';

const settingsOf = ({ environment }: Checkup) => readConfig('telnyx', environment) ?? {};

async function readApplication(
  checkup: Checkup,
): Promise<{ readonly fields: Fields } | { readonly finding: DoctorFinding }> {
  const { TELNYX_CONNECTION_ID: id = '' } = settingsOf(checkup);
  const reply = await checkup.read('telnyx', `/fax_applications/${encodeURIComponent(id)}`);
  if (reply.kind === 'answered' && reply.status === 404)
    return {
      finding: failedFinding(
        'Telnyx has no fax application with the id in TELNYX_CONNECTION_ID',
        'set it to the id of the fax application, not of a voice or SIP connection',
      ),
    };
  const result = bodyOrFinding(reply, checkup.connection('telnyx'));
  if ('finding' in result) return result;
  const fields = asFields(result.body.data);
  return fields
    ? { fields }
    : { finding: failedFinding('Telnyx responded without a fax application', 'check TELNYX_API_BASE') };
}

export const telnyxChecks: readonly {
  readonly name: string;
  readonly needs: readonly string[];
  run(checkup: Checkup): Promise<DoctorFinding>;
}[] = [
  {
    name: 'Telnyx key',
    needs: ['TELNYX_CONNECTION_ID'],
    async run(checkup) {
      const result = await readApplication(checkup);
      if ('finding' in result) return result.finding;
      return result.fields.active === false
        ? failedFinding('the fax application is switched off', 'activate it in Telnyx’s portal')
        : ok('Telnyx accepts TELNYX_API_KEY and has the fax application with the id in TELNYX_CONNECTION_ID');
    },
  },
  {
    name: 'Telnyx from-number',
    needs: ['TELNYX_CONNECTION_ID', 'TELNYX_FROM_NUMBER'],
    async run(checkup) {
      const { TELNYX_FROM_NUMBER: number = '', TELNYX_CONNECTION_ID } = settingsOf(checkup);
      // The filter takes digits only; with anything else it finds nothing (Telnyx's API reference).
      const path = `/phone_numbers?${new URLSearchParams({ 'filter[phone_number]': number.replace(/\D/g, '') })}`;
      const result = bodyOrFinding(await checkup.read('telnyx', path), checkup.connection('telnyx'));
      if ('finding' in result) return result.finding;
      const owned = dataList(result.body)?.find(({ phone_number }) => phone_number === number);
      if (owned === undefined)
        return failedFinding(
          `${number} is not a number of this account`,
          'buy or port it at Telnyx, or set TELNYX_FROM_NUMBER to one that is',
        );
      if (owned.connection_id !== TELNYX_CONNECTION_ID)
        return failedFinding(
          `${number} belongs to ${owned.connection_id ? 'another application' : 'no application'}`,
          'assign it in Telnyx’s portal to the fax application with the id in TELNYX_CONNECTION_ID',
        );
      if (owned.status !== undefined && owned.status !== 'active')
        return failedFinding(`${number} is not active`, 'check in Telnyx’s portal why its order isn’t complete');
      return ok(`${number} is active and belongs to the fax application`);
    },
  },
  {
    name: 'Telnyx countries',
    needs: ['TELNYX_CONNECTION_ID'],
    async run(checkup) {
      const result = await readApplication(checkup);
      if ('finding' in result) return result.finding;
      const id = asFields(result.fields.outbound)?.outbound_voice_profile_id;
      if (typeof id !== 'string' || id === '')
        return failedFinding(
          'the fax application has no outbound voice profile, so nothing can be sent',
          'make one that allows the US and Canada, and assign it to the application',
        );
      const profileResult = bodyOrFinding(
        await checkup.read('telnyx', `/outbound_voice_profiles/${encodeURIComponent(id)}`),
        checkup.connection('telnyx'),
      );
      if ('finding' in profileResult) return profileResult.finding;
      const profile = asFields(profileResult.body.data);
      if (profile?.enabled === false)
        return failedFinding('the outbound voice profile is switched off', 'enable it in Telnyx’s portal');
      const allowed = profile?.whitelisted_destinations;
      if (!Array.isArray(allowed))
        return warn('the outbound voice profile does not list allowed destinations', 'check them in Telnyx’s portal');
      const missing = ['US', 'CA'].filter((country) => !allowed.includes(country));
      return missing.length === 0
        ? ok('faxes may go to the US and to Canada')
        : failedFinding(
            `faxes may not go to ${missing.join(' and ')}`,
            `add ${missing.join(' and ')} to the allowed destinations of the outbound voice profile`,
          );
    },
  },
];
