/** The JSON endpoints of the OpenAPI document: their use cases and their tags. */
import { productNames } from '../../domain/names.ts';
import { getJobEvents } from '../../notify/get-job-events.ts';
import { resendEvent } from '../../notify/resend-event.ts';
import { registerBankAccount } from '../../orders/bank-accounts/register-bank-account.ts';
import { removeBankAccount } from '../../orders/bank-accounts/remove-bank-account.ts';
import { cancelJob } from '../../orders/cancel/cancel-job.ts';
import { createJob } from '../../orders/create/create-job.ts';
import { getJob } from '../../orders/follow/get-job.ts';
import { getLetter } from '../../orders/follow/get-letter.ts';
import { quote } from '../../orders/quote/quote.ts';
import { getReceipt } from '../../orders/receipts/get-receipt.ts';
import type { UseCase } from '../../orders/use-case.ts';
import { productNamed } from '../../products/index.ts';
import { docsOf, productDocs } from '../docs/products.ts';
import { health } from '../health.ts';
import { requestUpload } from '../request-upload.ts';
import { showSigningKeys, showWebhookKeys } from '../show-signing-keys.ts';
import { verifyAddress } from '../verify-address.ts';

export type Operation = UseCase<unknown, unknown>;

export const operations: readonly Operation[] = [
  ...productNames.map(productNamed).flatMap((product) => [quote(product), createJob(product)]),
  requestUpload,
  verifyAddress,
  registerBankAccount,
  removeBankAccount,
  getJob,
  getJobEvents,
  resendEvent,
  cancelJob,
  getReceipt,
  getLetter,
  health,
  showSigningKeys,
  showWebhookKeys,
];

/** The use cases that share the function of another, by their routes. */
export const guests: Readonly<Record<string, string>> = {
  'GET /v1/.well-known/webhook-keys.json': showWebhookKeys.name,
};

const rooms = {
  jobs: 'How any order stands: status, receipt, cancelling.',
  service: 'The service itself.',
  // Generators write a file for each tag: events beside calls of one tag would replace them.
  webhooks: 'Events that the service posts to a receiver.',
} as const;

/** A tag of the document. The tag of a product is its plural. */
export type Tag = Operation['tag'] | keyof typeof rooms;

export const tags: Readonly<Record<string, string>> = {
  ...Object.fromEntries(productDocs.map(({ plural, summary }) => [plural, summary])),
  ...rooms,
};

export const tagName = (tag: Tag): string => (tag in rooms ? tag : docsOf[tag as keyof typeof docsOf].plural);
