/** Tells whether a request's Host is this machine. A page could make its own name point here, and would be served. */
const hostOf = (host: string): URL | null => URL.parse(`http://${host}`);

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d+){3}$/.test(name);

export const isLoopback = (host: string): boolean => isLoopbackName(hostOf(host)?.hostname ?? '');

/** `own`: the address and port that the connection came to; `listening`: the operator's HOST, perhaps a name. */
export function isOwnHost(host: string, own: string, listening: string | undefined): boolean {
  const [asked, here] = [hostOf(host), hostOf(own)];
  if (asked === null || asked.port !== here?.port) return false;
  return isLoopbackName(asked.hostname) || asked.hostname === here.hostname || asked.hostname === listening;
}
