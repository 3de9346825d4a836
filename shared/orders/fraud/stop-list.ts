/** The operator's stop list: traits of orders that are not accepted and not sent to a partner. One item of the table. */
import type { Trait } from '../../domain/fraud.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { lifetimesMs } from '../../domain/times.ts';
import type { StopList } from '../../storage/table.ts';
import type { Deps } from '../deps.ts';

const id = 'stops_list';

/** The most that one item of DynamoDB holds. It is read before each order is sent. */
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
 * Refuses a new order with a trait on the list as it was within a minute, so that an order does not wait for the list. If
 * it cannot be read, the order is taken: `submit` reads the list each time. The sentence accuses no one, and does not say
 * which trait it was.
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
    'This service does not take this order. Nothing was charged, and nothing is said about you or the recipient: its operator can tell you more.',
  );
}
