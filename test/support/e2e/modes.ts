/** The same journeys with test money and simulated partners, and with real money and partners at their doubles. */

import { type RealService, runningReal, startRealService } from './real.ts';
import { type Environment, running, type Service, startService } from './service.ts';

export type Mode = 'mock' | 'real';

export const startIn = (mode: Mode, environment: Environment = {}): Promise<Service> =>
  mode === 'real' ? startRealService(environment) : startService(environment);

/** After a kill: another start in the same folder. */
export const startAgain = (service: Service): Promise<Service> =>
  'again' in service ? (service as RealService).again() : startService({}, service.dataDir);

/** For the journeys that are the same in both modes: each service is started with the file. */
export const inBothModes = (
  environment: Environment = {},
): [[mode: Mode, service: Service], [mode: Mode, service: Service]] => [
  ['mock', running(() => startService(environment))],
  ['real', runningReal(environment)],
];
