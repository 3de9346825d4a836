/** The deployed service, met at the address that `run.ts` has told. */
import { clientOf } from '../../support/e2e/client.ts';

export const origin = process.env.DEPLOYED_ORIGIN ?? '';

export const service = { ...clientOf(`${origin}/v1`), origin };
