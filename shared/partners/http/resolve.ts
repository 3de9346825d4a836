/** Finds the addresses of a host that a stranger named, and gives up in time, however slow its name servers are. */
import { Resolver } from 'node:dns/promises';
import { AddressRefused, type ResolveHost } from './public-address.ts';

interface Resolving {
  /** `address:port` of the name servers; by default those of the system. */
  readonly servers?: readonly string[];
  /** Shorter than the limit for a connection, so that one missing kind of address leaves time for the other. */
  readonly limitMs?: number;
}

/**
 * The system's own look-up holds one of its few threads until every name server has given up. Those threads look up the
 * partners' names too, so strangers may not use them. These questions hold no thread, and ask no hosts file.
 */
export const resolveByDns =
  ({ servers, limitMs = 3_000 }: Resolving = {}): ResolveHost =>
  async (hostname) => {
    // A resolver of its own can be cancelled alone, and holds no answers for the next stranger.
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const limit = setTimeout(() => resolver.cancel(), limitMs);
    try {
      return await addressesOf(resolver, hostname);
    } catch (error) {
      if (!isSilence(error)) throw error;
      throw new AddressRefused(
        `The name servers of the URL's host did not answer within ${limitMs / 1_000} seconds. Try again, or use another host.`,
      );
    } finally {
      clearTimeout(limit);
    }
  };

/** One kind of address is enough: many hosts have only IPv4, and some name servers fail when asked for the other. */
async function addressesOf(resolver: Resolver, hostname: string): ReturnType<ResolveHost> {
  const found = await Promise.allSettled([
    resolver.resolve4(hostname).then((all) => all.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(hostname).then((all) => all.map((address) => ({ address, family: 6 }))),
  ]);
  const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0) return addresses;
  const reasons = found.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  throw reasons.find(isSilence) ?? reasons[0];
}

const isSilence = (error: unknown): boolean =>
  ['ETIMEOUT', 'ECANCELLED'].includes(String((error as NodeJS.ErrnoException | undefined)?.code));
