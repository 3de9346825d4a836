/** The deployed service, at the URL from `run.ts`. */
import { clientOf } from '../../support/e2e/client.ts';

export const origin = process.env.DEPLOYED_ORIGIN ?? '';

export const service = { ...clientOf(`${origin}/v1`), origin };
