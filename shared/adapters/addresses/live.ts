/** The partners that know addresses if they are called with a live key. */
import { lobAddresses } from './lob.ts';
import { postgridAddresses } from './postgrid.ts';

export const liveAddresses = { postgrid: postgridAddresses, lob: lobAddresses } as const;
