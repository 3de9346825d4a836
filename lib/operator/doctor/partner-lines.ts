/** The partners whose keys are configured, whether or not they are in use, and how each is reached. */
import { config } from '../../../shared/config.ts';
import { described } from '../../../shared/partners/catalogue.ts';
import type { Descriptor, Environment } from '../../../shared/partners/descriptor.ts';
import type { PartnerLine } from './partner-line.ts';

/** Of a partner, or of a payment provider. */
export type Name = Descriptor['name'];

/** A need whose variables are malformed is nobody's: `checkConfig` has a line on it. */
export function read<N extends Parameters<typeof config>[0]>(need: N, environment: Environment) {
  try {
    return config<N>(need, environment);
  } catch {
    return undefined;
  }
}

/** Undefined where nothing, or not enough, is configured. */
export function lineTo(name: Name, environment: Environment): PartnerLine | undefined {
  const { title, access, api }: Descriptor = described[name];
  const reached = read(name, environment) && access?.connection(environment);
  if (access === undefined || api === undefined || reached === undefined) return undefined;
  return { title, credentials: access.credentials.join(' and '), baseVariable: api.variable, ...reached };
}
