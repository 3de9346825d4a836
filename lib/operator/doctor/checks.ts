/** All checks of the doctor, in order. */
import { descriptors, isUsed } from '../../../shared/partners/catalogue.ts';
import type { Descriptor, EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import { clock } from './check-clock.ts';
import { knowsKey } from './check-keys.ts';
import { pageChecks } from './check-pages.ts';
import { telnyxChecks } from './check-telnyx.ts';
import { webhookOf } from './check-webhooks.ts';
import type { Check } from './checkup.ts';
import { connectionTo, type Name } from './partner-connections.ts';
import { postgridRegistry } from './postgrid-registry.ts';
import { stripeRegistry } from './stripe-registry.ts';

const registries = [stripeRegistry, postgridRegistry];

/** Extra checks of single partners, each with the variables that it needs. */
const special: Readonly<Partial<Record<Name, typeof telnyxChecks>>> = { telnyx: telnyxChecks };

const has = (name: Name, environment: EnvironmentVariables) => connectionTo(name, environment) !== undefined;

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
