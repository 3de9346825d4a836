/** A partner that moves its orders on from station to station, as real mail: it announces nothing, and may send events. */
import type { Progress } from '../../../shared/domain/job/progress.ts';
import { receivePartnerEvent } from '../../../shared/orders/read-progress.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import type { MemoryDeps } from '../fakes/deps.ts';

/** How a letter stands from this age on. */
export interface Station {
  readonly ageMs: number;
  readonly progress: Progress;
}

export type PrintHouse = ReturnType<typeof openPrintHouse>;

/** From now on letters, or faxes, go to this house, under the name of a partner that sends events unless told otherwise. */
export function openPrintHouse(
  deps: MemoryDeps,
  stations: readonly Station[],
  name: 'postgrid' | 'telnyx' | 'simulated' = 'postgrid',
) {
  const product = name === 'telnyx' ? 'fax' : 'letter';
  const { clock, partners, partnerNames } = deps;
  const taken = new Map<string, number>();
  let last = '';
  let readings = 0;
  const standing = (id: string): Progress => {
    const ageMs = clock.now() - (taken.get(id) ?? clock.now());
    return stations.findLast((station) => station.ageMs <= ageMs)?.progress ?? { stage: 'accepted' };
  };
  const partner: Partner = {
    ...partners[product],
    submit: async () => {
      last = `letter_${taken.size + 1}`;
      taken.set(last, clock.now());
      return { kind: 'accepted', order: { id: last, ...standing(last) } };
    },
    read: async (id) => {
      readings += 1;
      return { kind: 'progress', progress: standing(id) };
    },
  };
  Object.assign(deps, {
    partners: { ...partners, [product]: partner },
    partnerNames: { ...partnerNames, [product]: name },
  });
  return {
    /** The moment at which the last letter was taken, Unix ms. */
    takenAt: () => taken.get(last) ?? Number.NaN,
    readings: () => readings,
    /** An event about the last letter that was taken: it says how the letter stands now. `through`: other dependencies. */
    tell: (through = deps) =>
      receivePartnerEvent(through, {
        kind: 'order',
        partnerId: last,
        view: { kind: 'progress', progress: standing(last) },
      }),
  };
}
