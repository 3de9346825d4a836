/** The operator's stop list: orders with these traits are neither accepted nor sent to a partner. One item in the table. */
import type { Trait } from '../../domain/fraud.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { lifetimesMs } from '../../domain/times.ts';
import type { StopList } from '../../storage/table.ts';
import type { Deps } from '../deps.ts';

const id = 'stops_list';

/** About as many traits as fit into one DynamoDB item, which is read before each order is sent. */
export const maxStops = 2_000;

export const stopsOf = async ({ stopList }: Deps): Promise<StopList['stops']> => (await stopList.get(id))?.stops ?? [];

export const changeStops = async (
  { stopList, clock }: Deps,
  change: (stops: StopList['stops']) => StopList['stops'],
): Promise<void> => {
  const now = clock.now();
  const fresh: StopList = { id, version: 0, createdAt: now, keepUntil: now, stops: [] };
  await update<StopList>(stopList, id, (stored = fresh) => {
    const stops = change(stored.stops);
    return stops === stored.stops ? undefined : { ...stored, keepUntil: now + lifetimesMs.stop, stops };
  });
};

export const stoppedTrait = (stops: StopList['stops'], traits: readonly Trait[] = []): Trait | undefined =>
  traits.find((trait) => stops.some((stop) => stop.trait === trait));

const lastRead = new WeakMap<
  Deps['stopList'],
  { readonly until: number; readonly stops: Promise<StopList['stops']> }
>();

/**
 * Refuses a new order with a trait on the list. It uses a copy of the list that is up to a minute old, so that few orders wait
 * for a read. If the list can't be read, the order is accepted, because `submit` reads the list again. The error accuses no
 * one, and doesn't say which trait it was.
 */
export async function refuseStopped(deps: Deps, traits: readonly Trait[]): Promise<void> {
  const { stopList, clock } = deps;
  const now = clock.now();
  let recent = lastRead.get(stopList);
  if (recent === undefined || recent.until <= now) {
    recent = { until: now + 60_000, stops: stopsOf(deps).catch(() => []) };
    lastRead.set(stopList, recent);
  }
  if (stoppedTrait(await recent.stops, traits) === undefined) return;
  throw new Refusal(
    'not_taken',
    'This service cannot accept this order. Nothing was charged. This says nothing about you or the recipient. The operator of this service can tell you more.',
  );
}
