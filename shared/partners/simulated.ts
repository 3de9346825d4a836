/** The simulated partners for test mode: they make every product and send nothing. */

import { jobKeptMs } from '../core/lifetimes.ts';
import { productNames } from '../core/product-names.ts';
import type { Coverage } from '../core/route-partner.ts';
import { careful } from './assumed.ts';
import type { PartnerDescriptor } from './descriptor.ts';
import { seconds } from './forms.ts';

const everywhere = { countries: ['US', 'CA'], registered: ['US', 'CA'], returnReceipts: ['US'] } as const;

/** Test mode has every product of the catalogue. */
const coverage: Coverage = Object.fromEntries(productNames.map((name) => [name, everywhere]));

export const simulated = {
  name: 'simulated',
  title: 'Simulated',
  chosenBy: ['PRINT_PARTNER', 'FAX_PARTNER'],
  coverage,
  assumed: {
    ...careful,
    listsAfterMs: { value: 0, source: 'it lists by consistent reads of this service’s own table' },
    listsForMs: { value: jobKeptMs, source: 'its orders are kept as long as jobs' },
    keysLiveMs: { value: jobKeptMs, source: 'its keys are kept as long as jobs' },
    holdsUntilDate: { value: true, source: 'it is made to do as PostGrid does' },
  },
  givesSignatures: true,
  flatFromSheets: 7,
  variables: {
    SIMULATED_READY_SECONDS: {
      form: () => seconds('60', 0, 'must be a number of seconds, 60'),
      parameter: {
        description: 'Seconds that simulated mail can still be cancelled',
        pattern: '\\d{1,6}(\\.\\d{1,3})?',
      },
    },
  },
} as const satisfies PartnerDescriptor;
