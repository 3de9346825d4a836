/** Runs the same e2e tests in mock mode with simulated partners, and in real mode with the partners' doubles. */
import { sample } from '../proofs.ts';
import { runningReal, startRealService } from './real.ts';
import { type Environment, running, type Service, startService } from './service.ts';

export type Mode = 'mock' | 'real';

export const startIn = (mode: Mode, environment: Environment = {}): Promise<Service> =>
  mode === 'real' ? startRealService(environment) : startService(environment);

type Running = readonly [mode: Mode, service: Service];

const runningIn = (mode: Mode, environment: Environment): Running =>
  mode === 'real' ? ['real', runningReal(environment)] : ['mock', running(() => startService(environment))];

/** Both modes in `npm run test:all`. In `npm test` the journeys that hang on the mode are enough: `test/e2e/real`. */
export const sampledModes = (): readonly Mode[] =>
  sample<Mode>(['mock', 'real'], 2, 'suites a second time, in real mode');

/** Journeys that are the same in both modes use it: each service is started with the file. */
export const inSampledModes = (environment: Environment = {}): readonly [Running, ...Running[]] => {
  const [, ...others] = sampledModes();
  return [runningIn('mock', environment), ...others.map((mode) => runningIn(mode, environment))];
};
