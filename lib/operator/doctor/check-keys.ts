/** Checks each configured key by one harmless call, which reads one thing at most and changes nothing. */
import { kindOfKey } from '../../../shared/partners/catalogue.ts';
import type { Descriptor } from '../../../shared/partners/descriptor.ts';
import type { Checkup } from './checkup.ts';
import { answeredFinding, type DoctorFinding, ok, warn } from './verdict.ts';

export const knowsKey =
  (descriptor: Descriptor, path: string) =>
  async (checkup: Checkup): Promise<DoctorFinding> => {
    const { name, keys } = descriptor;
    const connection = checkup.connection(name);
    const key = keys && checkup.environment[keys.variable];
    const kind = kindOfKey(descriptor, checkup.environment);
    const answer = await checkup.ask(name, { method: 'GET', path });
    if (answer.kind === 'answered' && answer.status === 403 && key?.startsWith('rk_'))
      return warn(
        `${connection.title} knows ${connection.credentials}, a restricted key that may not read the balance`,
        'it must be allowed to write checkout sessions and refunds, and to read payment intents and charges',
      );
    const found = answeredFinding(answer, connection);
    return 'wrong' in found
      ? found.wrong
      : ok(`${connection.title} knows ${connection.credentials}${kind === undefined ? '' : `, ${kind}`}`);
  };
