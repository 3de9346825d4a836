/** The operator's stop list: traits of orders that are not accepted and not sent to a partner. One item of the table. */
import type { Trait } from '../../domain/fraud.ts';
import { stoppedMs } from '../../domain/lifetimes.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import type { StopList } from '../../storage/table.ts';
import type { Deps } from '../deps.ts';

const id = 'stops_list';

/** One item holds no more in DynamoDB, and is read before each hand-over. */
export const mostStops = 2_000;

export const stopsOf = async ({ stopList }: Deps): Promise<StopList['stops']> => (await stopList.get(id))?.stops ?? [];

export const changeStops = async (
  { stopList, clock }: Deps,
  change: (stops: StopList['stops']) => StopList['stops'],
): Promise<void> => {
  const now = clock.now();
  const fresh: StopList = { id, version: 0, createdAt: now, keepUntil: now, stops: [] };
  await update<StopList>(stopList, id, (stored = fresh) => {
    const stops = change(stored.stops);
    return stops === stored.stops ? undefined : { ...stored, keepUntil: now + stoppedMs, stops };
  });
};

export const traitStopped = (stops: StopList['stops'], traits: readonly Trait[] = []): Trait | undefined =>
  traits.find((trait) => stops.some((stop) => stop.trait === trait));

const rememberedMs = 60_000;

const remembered = new WeakMap<
  Deps['stopList'],
  { readonly until: number; readonly stops: Promise<StopList['stops']> }
>();

/** New orders are held against the list as it was within a minute: only the hand-over reads it each time. */
function recentStops(deps: Deps): Promise<StopList['stops']> {
  const { stopList, clock } = deps;
  const now = clock.now();
  const stored = remembered.get(stopList);
  if (stored !== undefined && stored.until > now) return stored.stops;
  const stops = stopsOf(deps).catch(() => []);
  remembered.set(stopList, { until: now + rememberedMs, stops });
  return stops;
}

/** The sentence accuses nobody, and does not tell which trait it was. */
export async function refuseStopped(deps: Deps, traits: readonly Trait[]): Promise<void> {
  if (traitStopped(await recentStops(deps), traits) === undefined) return;
  throw new Refusal(
    'not_taken',
    'This service does not take this order. Nothing was charged, and nothing is said about you or the recipient: its operator can tell you more.',
  );
}
