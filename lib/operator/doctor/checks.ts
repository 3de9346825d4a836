/** All checks of the doctor, in order. */
import { descriptors, isUsed, kindOfKey } from '../../../shared/partners/catalogue.ts';
import type { Descriptor, EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import { pageChecks } from './check-pages.ts';
import { telnyxChecks } from './check-telnyx.ts';
import { webhookOf } from './check-webhooks.ts';
import type { Check, Checkup } from './checkup.ts';
import { connectionTo, type Name } from './partner-connections.ts';
import { postgridRegistry } from './postgrid-registry.ts';
import { stripeRegistry } from './stripe-registry.ts';
import { answeredFinding, type DoctorFinding, failedFinding, ok, warn } from './verdict.ts';

const registries = [stripeRegistry, postgridRegistry];

/** Extra checks of single partners, each with the variables that it needs. */
const special: Readonly<Partial<Record<Name, typeof telnyxChecks>>> = { telnyx: telnyxChecks };

const has = (name: Name, environment: EnvironmentVariables) => connectionTo(name, environment) !== undefined;

/** Asks by one harmless call, which reads one thing at most and changes nothing. */
const knowsKey =
  (descriptor: Descriptor, path: string) =>
  async (checkup: Checkup): Promise<DoctorFinding> => {
    const { name, keys } = descriptor;
    const connection = checkup.connection(name);
    const key = keys && checkup.environment[keys.variable];
    const kind = kindOfKey(descriptor, checkup.environment);
    const answer = await checkup.ask(name, { method: 'GET', path });
    if (answer.kind === 'answered' && answer.status === 403 && key?.startsWith('rk_'))
      return warn(
        `${connection.title} knows ${connection.credential}, a restricted key that may not read the balance`,
        'it must be allowed to write checkout sessions and refunds, and to read payment intents and charges',
      );
    const found = answeredFinding(answer, connection);
    return 'wrong' in found
      ? found.wrong
      : ok(`${connection.title} knows ${connection.credential}${kind === undefined ? '' : `, ${kind}`}`);
  };

/** A partner's other checks need the first to pass. */
function checksOf(descriptor: Descriptor): Check[] {
  const { name, title, access } = descriptor;
  const registry = registries.find(({ partner }) => partner === name);
  const path = access?.harmlessPath;
  return [
    ...(path === undefined
      ? []
      : [
          {
            name: `${title} key`,
            run: knowsKey(descriptor, path),
            partner: name,
            applies: (environment: EnvironmentVariables) => has(name, environment),
          },
        ]),
    ...(special[name] ?? []).map(({ needs, ...check }) => ({
      ...check,
      partner: name,
      applies: (environment: EnvironmentVariables) =>
        has(name, environment) && needs.every((variable) => Boolean(environment[variable])),
    })),
    ...(registry === undefined
      ? []
      : [
          {
            name: `${title} webhook`,
            run: webhookOf(registry),
            partner: name,
            applies: (environment: EnvironmentVariables) => has(name, environment) && isUsed(name, environment),
          },
        ]),
  ];
}

export const checks: readonly Check[] = [
  ...descriptors.flatMap(checksOf),
  ...pageChecks,
  { name: 'clock', applies: (environment) => descriptors.some(({ name }) => has(name, environment)), run: clock },
];

const seconds = 1_000;
const odd = 60 * seconds;
const wrong = 240 * seconds;

/** The median, because a single partner may be wrong or answer from a cache. */
const middle = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function clock({ aheadMs }: Checkup): DoctorFinding {
  const ahead = middle([...aheadMs.values()]);
  if (ahead === undefined)
    return warn('no partner has told the time', 'mend the lines above, then run the doctor again');
  const by = `this clock is ${Math.round(Math.abs(ahead) / seconds)} s ${ahead < 0 ? 'behind' : 'ahead of'} the partners’`;
  const cure = 'synchronize this machine by NTP; where the service runs elsewhere, look at its clock';
  if (Math.abs(ahead) > wrong) return failedFinding(`${by}: signed events are refused from 300 s on`, cure);
  return Math.abs(ahead) > odd ? warn(by, cure) : ok(by);
}
