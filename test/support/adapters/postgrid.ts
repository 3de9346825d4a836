/** PostGrid's adapters with a double of PostGrid, and the alarms that they log. */
import type { LogFields } from '../../../shared/domain/metrics.ts';
import { postgridCheques, postgridLetters, postgridVault } from '../../../shared/partners/postgrid/postgrid.ts';
import { sampleRequest } from '../contracts/partner-promises.ts';
import { openPostgrid, type PostgridOptions } from '../doubles/postgrid.ts';
import type { Behavior } from '../fakes/orders.ts';
import { silenceMs } from './silence.ts';

export type PostgridSetup = Awaited<ReturnType<typeof setUpPostgrid>>;

export async function setUpPostgrid(
  options: PostgridOptions = {},
  timeouts: { readonly timeoutMs?: number; readonly submitTimeoutMs?: number } = {},
) {
  const double = await openPostgrid(options);
  const alarms: { readonly message: string; readonly fields: LogFields | undefined }[] = [];
  const settings = {
    apiKey: double.apiKey,
    baseUrl: double.baseUrl,
    timeoutMs: silenceMs,
    log: { alarm: (message: string, fields?: LogFields) => void alarms.push({ message, fields }) },
    ...timeouts,
  };
  const [letters, cheques] = [postgridLetters(settings), postgridCheques(settings)];
  return { double, letters, cheques, vault: postgridVault(settings), alarms };
}

export const letterRequest = (reference?: string, behavior?: Behavior) => sampleRequest('letter', reference, behavior);
export const checkRequest = (reference?: string, behavior?: Behavior) => sampleRequest('check', reference, behavior);
