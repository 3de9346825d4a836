/** PostGrid's adapters against a double of their own, with what they told the log. */

import type { LogFields } from '../../../shared/domain/metrics.ts';
import { postgridCheques, postgridLetters, postgridVault } from '../../../shared/partners/postgrid/postgrid.ts';
import { checkOrder, letterOrder } from '../contracts/orders.ts';
import { sampleRequest } from '../contracts/partner-promises.ts';
import { openPostgrid, type PostgridDouble, type PostgridOptions } from '../doubles/postgrid.ts';
import type { Mood } from '../fakes/orders.ts';
import { silenceMs } from './silence.ts';

export interface Desk {
  readonly double: PostgridDouble;
  readonly letters: ReturnType<typeof postgridLetters>;
  readonly cheques: ReturnType<typeof postgridCheques>;
  readonly vault: ReturnType<typeof postgridVault>;
  readonly alarms: { readonly message: string; readonly fields: LogFields | undefined }[];
}

/** Short enough not to be waited for, long enough for a busy machine. */
const timeoutMs = silenceMs;

export async function openDesk(
  options: PostgridOptions = {},
  changed: { apiKey?: string; baseUrl?: string; timeoutMs?: number; submitTimeoutMs?: number } = {},
): Promise<Desk> {
  const double = await openPostgrid(options);
  const alarms: Desk['alarms'] = [];
  const settings = {
    apiKey: double.apiKey,
    baseUrl: double.baseUrl,
    timeoutMs,
    log: { alarm: (message: string, fields?: LogFields) => void alarms.push({ message, fields }) },
    ...changed,
  };
  return {
    double,
    letters: postgridLetters(settings),
    cheques: postgridCheques(settings),
    vault: postgridVault(settings),
    alarms,
  };
}

export const letterRequest = (reference = 'job_1', mood: Mood = 'none') =>
  sampleRequest('letter', letterOrder(mood), reference);
export const checkRequest = (reference = 'job_1', mood: Mood = 'none') =>
  sampleRequest('check', checkOrder(mood), reference);
