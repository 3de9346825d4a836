/** Decides which addresses may be fetched from: public ones only, judged in the very lookup that the connection uses. */

import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Every address that a name stands for. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

/** Thrown by the guarded lookup; the message is for the API's user. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** True for an address on the public internet: not private, loopback, link-local, mapped, translated, reserved, multicast … */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** What the system's resolver (with its hosts file) says. */
export const resolveBySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/**
 * A lookup for a socket that fails unless every address of the name is public. The socket connects to what this lookup
 * answers and asks nobody again, so a second answer from the name server cannot differ.
 */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    publicAddresses(resolve, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || first === undefined) callback(null, addresses as never);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };
}

async function publicAddresses(resolve: Resolve, hostname: string): Promise<readonly Address[]> {
  const addresses = await resolve(hostname);
  if (addresses.length > 0 && addresses.every(({ address }) => isPublic(address))) return addresses;
  throw new AddressRefused(
    `The host "${hostname}" does not stand for a public address. Use a URL that anybody can reach.`,
  );
}
