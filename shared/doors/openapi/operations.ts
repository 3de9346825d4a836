/** The JSON endpoints of the OpenAPI document: their use cases and their tags. */
import { productNames } from '../../core/product-names.ts';
import { docsOf, productDocs } from '../../products/docs.ts';
import { productNamed } from '../../products/index.ts';
import { verifyAddress } from '../../usecases/addresses/verify-address.ts';
import { registerBankAccount } from '../../usecases/bank-accounts/register-bank-account.ts';
import { removeBankAccount } from '../../usecases/bank-accounts/remove-bank-account.ts';
import { cancelJob } from '../../usecases/cancel/cancel-job.ts';
import { health } from '../../usecases/health.ts';
import { createJob } from '../../usecases/jobs/create-job.ts';
import { getJob } from '../../usecases/jobs/get-job.ts';
import { getJobEvents } from '../../usecases/jobs/get-job-events.ts';
import { getLetter } from '../../usecases/jobs/get-letter.ts';
import { resendEvent } from '../../usecases/jobs/resend-event.ts';
import { quote } from '../../usecases/quote/quote.ts';
import { getReceipt } from '../../usecases/receipts/get-receipt.ts';
import { showSigningKeys, showWebhookKeys } from '../../usecases/receipts/show-signing-keys.ts';
import { requestUpload } from '../../usecases/uploads/request-upload.ts';
import type { UseCase } from '../../usecases/use-case.ts';

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
