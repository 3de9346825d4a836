/** A print partner whose letters move from stage to stage like real mail, and that can send events. */
import type { Progress } from '../../../shared/domain/job/progress.ts';
import { receivePartnerEvent } from '../../../shared/orders/read-progress.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import type { MemoryDeps } from '../fakes/deps.ts';

/** A letter's progress from a certain age on. */
export interface Station {
  readonly ageMs: number;
  readonly progress: Progress;
}

const hour = 3_600_000;

/** The stages of a letter that takes six days. */
export const sixDays: readonly Station[] = [
  { ageMs: 14 * hour, progress: { stage: 'in_progress' } },
  { ageMs: 48 * hour, progress: { stage: 'dispatched', tracking: { number: '9400' } } },
  { ageMs: 144 * hour, progress: { stage: 'completed', delivered: true, final: true } },
];

/** Sends letters to this partner from now on. The service doesn't expect events from the partner `simulated`. */
export function openPrintHouse(
  deps: MemoryDeps,
  stations: readonly Station[],
  name: 'postgrid' | 'simulated' = 'postgrid',
) {
  const { clock, partners, partnerNames } = deps;
  const acceptedAtById = new Map<string, number>();
  let lastId = '';
  let readings = 0;
  const progressOf = (id: string): Progress => {
    const ageMs = clock.now() - (acceptedAtById.get(id) ?? clock.now());
    return stations.findLast((station) => station.ageMs <= ageMs)?.progress ?? { stage: 'accepted' };
  };
  const partner: Partner = {
    ...partners.letter,
    submit: async () => {
      lastId = `letter_${acceptedAtById.size + 1}`;
      acceptedAtById.set(lastId, clock.now());
      return { kind: 'accepted', order: { id: lastId, ...progressOf(lastId) } };
    },
    read: async (id) => {
      readings += 1;
      return { kind: 'progress', progress: progressOf(id) };
    },
  };
  Object.assign(deps, { partners: { ...partners, letter: partner }, partnerNames: { ...partnerNames, letter: name } });
  return {
    /** When the last letter was accepted, Unix ms. */
    acceptedAt: () => acceptedAtById.get(lastId) ?? Number.NaN,
    /** How often a letter was read. */
    readings: () => readings,
    /** Sends an event with the last letter's current progress. */
    sendEvent() {
      const view = { kind: 'progress', progress: progressOf(lastId) } as const;
      return receivePartnerEvent(deps, { kind: 'order', partnerId: lastId, view });
    },
  };
}
