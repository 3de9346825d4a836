/** Every planted bug, ring by ring. */

import type { Mutant } from '../mutant.ts';
import { adapters } from './adapters.ts';
import { core } from './core.ts';
import { doors } from './doors.ts';
import { fetching } from './fetching.ts';
import { fulfilment } from './fulfilment.ts';
import { homes } from './homes.ts';
import { itsDay } from './its-day.ts';
import { once } from './once.ts';
import { partners } from './partners.ts';
import { payers } from './payers.ts';
import { rendering } from './rendering.ts';
import { usecases } from './usecases.ts';
import { webhooks } from './webhooks.ts';
import { worlds } from './worlds.ts';

export const mutants: readonly Mutant[] = [
  ...core,
  ...fulfilment,
  ...once,
  ...itsDay,
  ...usecases,
  ...adapters,
  ...fetching,
  ...partners,
  ...payers,
  ...doors,
  ...rendering,
  ...homes,
  ...webhooks,
  ...worlds,
];
