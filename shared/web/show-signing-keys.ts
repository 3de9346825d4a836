/** Shows the public keys that verify receipts, and those that verify webhooks. */
import * as z from 'zod/mini';
import type { NotifyDeps } from '../notify/deps.ts';
import type { Deps } from '../orders/deps.ts';
import type { UseCase } from '../orders/use-case.ts';

const jwks = z.object({
  keys: z
    .array(
      z.looseObject({
        kty: z.string().check(z.describe('Key type.')),
        kid: z.string().check(z.describe('Key id, which the header of each signature names.')),
      }),
    )
    .check(z.describe('RFC 7517.')),
});

export const showSigningKeys: UseCase<object, z.infer<typeof jwks>> = {
  name: 'show-signing-keys',
  summary: 'The public keys (JWKS) for verifying receipts.',
  tag: 'service',
  schemas: { answer: 'SigningKeys' },
  outcomes: { done: 'A JSON Web Key Set.' },
  refusals: [],
  input: z.object({}),
  output: jwks,
  run: async ({ signer }: Deps) => ({
    outcome: 'done',
    body: { keys: (await signer.publicKeys()).keys.map((key) => ({ ...key })) },
  }),
};

const webhookKeys = z.object({
  keys: z
    .array(z.string())
    .check(z.describe('`whpk_` and the 32 bytes of an Ed25519 key in base64. The first one is current.')),
});

export const showWebhookKeys: UseCase<object, z.infer<typeof webhookKeys>> = {
  name: 'show-webhook-keys',
  summary: 'The public keys for verifying webhooks (Standard Webhooks, v1a).',
  tag: 'service',
  schemas: { answer: 'WebhookKeys' },
  outcomes: { done: 'The keys.' },
  refusals: [],
  input: z.object({}),
  output: webhookKeys,
  run: async ({ eventSigner }: NotifyDeps) => ({ outcome: 'done', body: { keys: [...eventSigner.publicKeys()] } }),
};
