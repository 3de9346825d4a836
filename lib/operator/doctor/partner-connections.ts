/** Connections to the partners whose keys are configured, whether or not they are in use. */
import { config } from '../../../shared/config/config.ts';
import { described } from '../../../shared/partners/catalogue.ts';
import type { Descriptor, EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import type { DoctorConnection } from './partner-connection.ts';

export type Name = Descriptor['name'];

/** Returns undefined if the variables are malformed: `checkConfig` reports them. */
export function readNeed<N extends Parameters<typeof config>[0]>(need: N, environment: EnvironmentVariables) {
  try {
    return config<N>(need, environment);
  } catch {
    return undefined;
  }
}

/** Returns undefined if nothing, or not enough, is configured. */
export function connectionTo(name: Name, environment: EnvironmentVariables): DoctorConnection | undefined {
  const { title, access, api }: Descriptor = described[name];
  const reached = readNeed(name, environment) && access?.connection(environment);
  if (access === undefined || api === undefined || reached === undefined) return undefined;
  return { title, credential: access.credential, baseVariable: api.variable, ...reached };
}
