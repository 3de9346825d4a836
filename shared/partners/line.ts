/** How a partner is reached over HTTP: the address in use, and the header that proves who calls. */
import type { Environment } from './descriptor.ts';

/** Without the slash at the end, and without the version of the API, which an operator may have written or not. */
export const baseOf = (
  environment: Environment,
  { base, variable }: { readonly base: string; readonly variable: string },
  version?: string,
): string => {
  const given = (environment[variable] ?? base).replace(/\/+$/, '');
  return version === undefined ? given : `${given.replace(new RegExp(`/${version}$`), '')}/${version}`;
};

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export const basic = (user: string, password = '') => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` });
