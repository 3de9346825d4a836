/** The simulated partners for test mode: they make every product and send nothing. */

import { productNames } from '../../domain/names.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { careful } from '../assumed.ts';
import { type PartnerDescriptor, seconds } from '../descriptor.ts';

export const simulated = {
  name: 'simulated',
  title: 'Simulated',
  chosenBy: ['PRINT_PARTNER', 'FAX_PARTNER'],
  makes: productNames,
  assumed: {
    ...careful,
    listsAfterMs: { value: 0, source: 'it lists by consistent reads of this service’s own table' },
    listsForMs: { value: lifetimesMs.job, source: 'its orders are kept as long as jobs' },
    keysLiveMs: { value: lifetimesMs.job, source: 'its keys are kept as long as jobs' },
  },
  flatFromSheets: 7,
  variables: {
    SIMULATED_READY_SECONDS: { form: () => seconds('60', 0, 'must be a number of seconds, for example 60') },
  },
} as const satisfies PartnerDescriptor;
