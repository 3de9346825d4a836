/** The simulated partners for test mode: they make every product and send nothing. */
import { productNames } from '../../domain/names.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { type PartnerDescriptor, secondsSetting } from '../descriptor.ts';
import { cautiousAssumptions } from '../partner.ts';

export const simulated = {
  name: 'simulated',
  title: 'Simulated',
  chosenBy: ['PRINT_PARTNER', 'FAX_PARTNER'],
  makes: productNames,
  assumed: {
    ...cautiousAssumptions,
    // Its lists are consistent reads of this service’s own table, which keeps its orders and keys as long as jobs.
    listsAfterMs: 0,
    listsForMs: lifetimesMs.job,
    keysLiveMs: lifetimesMs.job,
  },
  flatFromSheets: 7,
  variables: { SIMULATED_READY_SECONDS: { schema: () => secondsSetting('60', 0) } },
} as const satisfies PartnerDescriptor;
