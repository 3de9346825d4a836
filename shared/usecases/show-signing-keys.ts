/** Shows the public keys that verify receipts. */
import * as z from 'zod/mini';
import type { Deps } from '../ports.ts';
import type { UseCase } from './use-case.ts';

const jwks = z.object({
  keys: z
    .array(
      z.looseObject({
        kty: z.string().check(z.describe('Key type.')),
        kid: z.string().check(z.describe('Named by the header of each signature.')),
      }),
    )
    .check(z.describe('RFC 7517.')),
});

export const showSigningKeys: UseCase<object, z.infer<typeof jwks>> = {
  name: 'show-signing-keys',
  summary: 'The public keys (JWKS) that check the signatures of receipts.',
  tag: 'service',
  schemas: { answer: 'SigningKeys' },
  outcomes: { done: 'A JSON Web Key Set.' },
  refusals: [],
  input: z.object({}),
  output: jwks,
  run: async ({ signer }: Pick<Deps, 'signer'>) => ({
    outcome: 'done',
    body: (await signer.publicKeys()) as z.infer<typeof jwks>,
  }),
};
