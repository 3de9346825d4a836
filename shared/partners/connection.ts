/** The parts of a connection to a partner: the address in use, and the header that authenticates the caller. */
import type { EnvironmentVariables } from './descriptor.ts';

/** The address without a slash at the end, and with the API's version once: operators write it with or without. */
export const baseOf = (
  environment: EnvironmentVariables,
  { base, variable }: { readonly base: string; readonly variable: string },
  version?: string,
): string => {
  const given = (environment[variable] ?? base).replace(/\/+$/, '');
  return version === undefined ? given : `${given.replace(new RegExp(`/${version}$`), '')}/${version}`;
};

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
