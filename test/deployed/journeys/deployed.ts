/** The deployed service, at the URL from `run.ts`. */
import { clientOf } from '../../support/e2e/client.ts';

export const origin = process.env.DEPLOYED_ORIGIN ?? '';
if (origin === '') throw new Error('DEPLOYED_ORIGIN is missing: run `npm run test:deployed`');
export const service = { ...clientOf(`${origin}/v1`), origin };
