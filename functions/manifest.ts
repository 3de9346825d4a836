/**
 * The list of all functions: each row has a function's file in a folder here, its trigger, its needs and its rights.
 * `lib/local` turns the rows into one Node server, and `lib/cloud` into a stack. No other file decides which functions
 * exist, and this file loads no handler.
 */
import { orderPrefixes as orders } from '../shared/domain/ids.ts';
import { productNames } from '../shared/domain/names.ts';
import { timeoutsMs } from '../shared/domain/times.ts';

/** `${METHOD} ${path}` as API Gateway writes it. `$default` takes requests that match no other route. */
export type Route = `${'GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS'} /${string}` | '$default';

/** Jobs and outboxes have separate queues, so a slow webhook receiver can't delay a letter. */
export type QueueName = 'jobs' | 'webhooks' | 'emails';

export type Trigger =
  | { readonly http: readonly Route[] }
  /** A function URL on AWS. On the local server it takes every path under this one, with any method. */
  | { readonly functionUrl: `/${string}` }
  | { readonly queue: QueueName; readonly batchSize: number }
  | { readonly everySeconds: number }
  /** Every quarter of an hour from this hour (0 to 23, UTC) until midnight: for nightly work that takes several runs. */
  | { readonly quarterHoursFrom: number }
  /** Bounces and complaints, which SES publishes. On one machine there are none. */
  | { readonly emailEvents: true }
  | { readonly invoke: true };

/** A function's need for a resource. It becomes a grant and an environment variable, never one without the other. */
export type Need =
  | 'table'
  | 'table:read'
  | 'queue:send'
  | 'outboxes:send'
  /** Outbound network access, to reach the receivers of events. */
  | 'receivers'
  /** Sending emails. */
  | 'email'
  | 'documents'
  /** Writing printed PDFs, without the right to read documents. */
  | 'documents:print'
  | 'render'
  /** The partners that print, mail and fax, and the secrets that verify their events. */
  | 'partners'
  | 'payments'
  /** The print partners' address lookup, and no other call to them. */
  | 'addresses'
  | 'signing-key'
  /** The key of fingerprints. Without it, no one can search for a fingerprint. */
  | 'fingerprints'
  /** Tests the table, the bucket and the queue, and reads no data. */
  | 'self-check';

/** The prefix of an item's id, before the `_`. Includes the items of the mock payment provider and simulated partners. */
type ItemKind =
  | 'quote'
  | 'upload'
  | 'job'
  | 'key' // An idempotency key, with the id of its job.
  | 'twin' // Equal orders, to find duplicates.
  | 'bank'
  | 'checks' // The last check number of an account.
  | 'lane' // The lock of a fax number.
  | 'tally' // Counted requests of a network.
  | 'stops' // The stop list.
  | 'answer' // A response that many callers share.
  | 'webhooks' // An outbox of events.
  | 'emails' // An outbox of emails.
  | 'silenced' // An email address that gets no more emails.
  | 'audit'
  | 'mail' // A simulated email.
  | 'cs_test' // A session at the mock payment provider.
  | 'simkey' // The calls to a simulated partner about one order.
  | (typeof orders)[number];

/** The first part of a document's key. */
export type DocumentPrefix = 'unpaid' | 'paid' | 'partner' | 'previews' | 'uploads';

/** The items, indexes and document prefixes that a function may access within its needs. Without `rights`, it gets none. */
export interface Rights {
  readonly reads?: readonly ItemKind[];
  readonly writes?: readonly ItemKind[];
  /** Items to which it only adds entries. */
  readonly adds?: readonly ItemKind[];
  readonly queries?: readonly (
    | 'due'
    | 'waiting'
    | 'by_partner_id'
    | 'by_pay_code'
    | 'by_order_number'
    | 'by_day_paid'
    | 'by_account'
    | 'by_kind'
  )[];
  readonly readsUnder?: readonly DocumentPrefix[];
  readonly writesUnder?: readonly DocumentPrefix[];
  readonly deletesUnder?: readonly DocumentPrefix[];
  /** Counts requests by network. It adds to counts in the table, even if the function otherwise only reads. */
  readonly counts?: true;
}

/**
 * Handlers of one group share a function on AWS, `functions/groups/GROUP.ts`, with its role, memory and cold starts. They
 * are grouped by trust: `test/cloud/groups.test.ts` limits what a handler gains from its group.
 */
type Group =
  /** Handlers without needs. */
  | 'about'
  /** Handlers with the service's own keys, which sign and verify receipts and recognize the recipient of an email's link. */
  | 'receipts'
  /** The pages from the pay link to the confirmation. */
  | 'pay'
  /** Forms that call a partner, with its key. */
  | 'partner-forms'
  | 'previews'
  | 'emails'
  /** Handlers that read untrusted documents. */
  | 'document-quotes'
  /** Handlers that ask the partners for updates. */
  | 'status'
  | 'partner-events';

export interface FunctionRow {
  readonly name: string;
  /** Without a group, it is a separate function. */
  readonly group?: Group | undefined;
  /** The path in this folder, without `.ts`, of the handler's file, or of its group's file, which exports `handlers`. */
  readonly file: string;
  readonly trigger: Trigger;
  readonly needs: readonly Need[];
  readonly rights?: Rights;
  /** The longest time that one invocation may take, in seconds. */
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

/** `file`: the path of the handler's file, which ends in its name; only the name for a handler in its group's file. */
const nameAndFile = (file: string, group?: Group) => ({
  name: file.slice(file.lastIndexOf('/') + 1),
  group,
  file: group === undefined ? file : `groups/${group}`,
});

const http = (
  file: string,
  routes: Route | readonly Route[],
  needs: readonly Need[],
  {
    group,
    timeoutSeconds = 10,
    memoryMb = 512,
    ...rights
  }: Rights & { readonly group?: Group; readonly timeoutSeconds?: number; readonly memoryMb?: number } = {},
) =>
  ({
    ...nameAndFile(file, group),
    trigger: {
      // HEAD is served wherever GET is.
      http: ([routes].flat() as Route[]).flatMap((route) =>
        route.startsWith('GET ') ? [route, route.replace('GET', 'HEAD') as Route] : [route],
      ),
    },
    needs,
    rights,
    timeoutSeconds,
    memoryMb,
  }) as const;

// Below are the parts of a row that several functions share. A request gets at most 29 s: API Gateway waits 30 s.

/** Enough memory for the child process that reads PDFs, at its limit. From 1,769 MB, Lambda also gives a full processor. */
const readingPdfs = { timeoutSeconds: 29, memoryMb: 1_769 } as const;

/** Twice the default memory, and therefore twice the processor, for a request that a person waits for. */
const fast = { memoryMb: 1_024 } as const;

/** For functions that mostly wait, because waiting is billed by memory. They use about 90 MB. */
const lowMemory = { memoryMb: 256 } as const;

/** The first quote of an uploaded file records the hash of its bytes, so quotes also write uploads. */
const quotingFiles = {
  group: 'document-quotes',
  counts: true,
  reads: ['upload', 'job'],
  writes: ['quote', 'upload'],
  // It reads uploads, the parts of a document that it joins with attachments, and the document of an order to send again.
  readsUnder: ['uploads', 'unpaid', 'paid'],
  writesUnder: ['unpaid'],
  ...readingPdfs,
} as const;
const creating = {
  counts: true,
  reads: ['quote', 'key', 'twin', 'job', 'cs_test', 'stops'],
  writes: ['job', 'key', 'cs_test'],
  adds: ['twin'],
} as const;
/** For products with a PDF. It is compared with the PDF of the quote, and the result is cached. */
const comparingPdfs = {
  ...creating,
  reads: [...creating.reads, 'answer'],
  writes: [...creating.writes, 'answer'],
} as const;
const registering: Rights = { counts: true, reads: ['tally', 'checks'], writes: ['tally', 'bank', 'checks'] };
/** For functions that show a status. They may ask the partner for updates, and record them. */
const status = { group: 'status', counts: true, reads: ['job', ...orders], writes: ['job'], ...lowMemory } as const;
const canceling = {
  counts: true,
  reads: ['job', 'cs_test', 'simkey', ...orders],
  writes: ['job', 'cs_test', ...orders],
  timeoutSeconds: 29,
} as const;
/** Removing a bank account cancels its unpaid checks. */
const removing: Rights = {
  counts: true,
  reads: ['tally', 'bank', 'job', 'cs_test'],
  writes: ['tally', 'bank', 'job', 'cs_test'],
  queries: ['by_account'],
};
const partnerEvents = {
  group: 'partner-events',
  counts: true,
  reads: ['job'],
  writes: ['job'],
  queries: ['by_partner_id'],
  ...lowMemory,
  timeoutSeconds: 29,
} as const;

export const manifest: readonly FunctionRow[] = [
  http('about/health', 'GET /v1/health', ['self-check']),
  http('quote-letter', 'POST /v1/quotes', ['table', 'documents', 'render'], quotingFiles),
  http(
    'api/create-letter-job',
    'POST /v1/jobs',
    ['table', 'queue:send', 'documents', 'payments', 'addresses', 'fingerprints', 'receivers'],
    { ...comparingPdfs, readsUnder: ['unpaid', 'uploads'], writesUnder: ['unpaid'], timeoutSeconds: 29, ...fast },
  ),
  http('api/quote-check', 'POST /v1/check-quotes', ['table'], { counts: true, writes: ['quote'] }),
  // The render function writes the enclosure of a check, so this function needs no rights to documents.
  http(
    'api/create-check-job',
    'POST /v1/check-jobs',
    ['table', 'queue:send', 'documents', 'render', 'payments', 'addresses', 'fingerprints', 'receivers'],
    {
      ...creating,
      reads: [...creating.reads, 'bank', 'checks', 'answer'],
      writes: [...creating.writes, 'bank', 'checks', 'answer'],
      timeoutSeconds: 29,
      ...fast,
    },
  ),
  http('quote-fax', 'POST /v1/fax-quotes', ['table', 'documents', 'render'], quotingFiles),
  http(
    'api/create-fax-job',
    'POST /v1/fax-jobs',
    ['table', 'queue:send', 'documents', 'payments', 'fingerprints', 'receivers'],
    // The fax number is printed on the cover sheet, which is then joined with the other pages.
    { ...comparingPdfs, readsUnder: ['unpaid', 'uploads'], writesUnder: ['unpaid'], ...readingPdfs },
  ),
  // It signs the upload of one document, and reads no document.
  http(
    'api/request-upload',
    ['POST /v1/uploads', 'GET /v1/uploads/{upload_id}', 'GET /v1/uploads/{upload_id}/attach'],
    ['table', 'documents'],
    { counts: true, reads: ['upload'], writes: ['upload'], writesUnder: ['uploads'] },
  ),
  http('api/verify-address', 'POST /v1/addresses/verify', ['table', 'addresses', 'fingerprints'], {
    counts: true,
    reads: ['answer'],
    writes: ['answer'],
  }),
  http('api/register-bank-account', 'POST /v1/bank-accounts', ['table', 'partners', 'fingerprints'], {
    ...registering,
    timeoutSeconds: 29,
  }),
  http(
    'api/remove-bank-account',
    'DELETE /v1/bank-accounts/{bank_account_id}',
    ['table', 'queue:send', 'partners', 'payments'],
    { ...removing, timeoutSeconds: 29 },
  ),
  http(
    'bank-account-form',
    ['GET /v1/bank-accounts/new', 'POST /v1/bank-accounts/new'],
    ['table', 'partners', 'fingerprints'],
    { group: 'partner-forms', ...registering, timeoutSeconds: 29 },
  ),
  http(
    'bank-account-removal',
    ['GET /v1/bank-accounts/remove', 'POST /v1/bank-accounts/remove'],
    ['table', 'queue:send', 'partners', 'payments'],
    { group: 'partner-forms', ...removing, timeoutSeconds: 29 },
  ),
  http('get-job', 'GET /v1/jobs/{job_id}', ['table', 'queue:send', 'partners'], { ...status, memoryMb: 512 }),
  http('get-job-events', 'GET /v1/jobs/{job_id}/events', ['table', 'queue:send', 'partners'], {
    ...status,
    reads: ['job', 'webhooks', 'emails', ...orders],
  }),
  http('api/resend-event', 'POST /v1/jobs/{job_id}/events/{event_id}/resend', ['table', 'outboxes:send'], {
    counts: true,
    reads: ['job', 'webhooks', 'emails'],
    writes: ['webhooks', 'emails'],
  }),
  http('api/cancel-job', 'POST /v1/jobs/{job_id}/cancel', ['table', 'queue:send', 'partners', 'payments'], canceling),
  // The only function that may delete a document, so it has a separate role.
  http(
    'api/delete-document',
    ['DELETE /v1/jobs/{job_id}/document', 'POST /v1/pay/{code}/delete'],
    ['table', 'documents', 'partners'],
    {
      counts: true,
      reads: ['job', 'quote', ...orders],
      writes: ['job', 'quote', ...orders],
      queries: ['by_pay_code'],
      deletesUnder: ['unpaid', 'paid', 'previews', 'uploads', 'partner'],
      ...lowMemory,
      timeoutSeconds: 29,
    },
  ),
  http('get-receipt', 'GET /v1/jobs/{job_id}/receipt', ['table:read', 'signing-key', 'fingerprints'], {
    group: 'receipts',
    counts: true,
    reads: ['job'],
  }),
  http('get-letter', 'GET /v1/letters/{letter_id}', ['table', 'partners'], {
    group: 'status',
    counts: true,
    reads: ['job', 'letter', 'answer'],
    writes: ['answer'],
    queries: ['by_partner_id'],
  }),
  // Quotes, previews and creates jobs of every product. Only Markdown and the message on a check need the render function.
  http(
    'pages/order-form',
    [
      'GET /v1/new',
      ...productNames.flatMap((product) => [`GET /v1/new/${product}`, `POST /v1/new/${product}`] as const),
    ],
    ['table', 'queue:send', 'documents', 'render', 'payments', 'addresses', 'fingerprints', 'receivers'],
    {
      ...creating,
      reads: [...comparingPdfs.reads, 'upload', 'bank', 'checks'],
      writes: [...comparingPdfs.writes, 'quote', 'upload', 'bank', 'checks'],
      queries: ['by_pay_code'],
      readsUnder: ['unpaid', 'uploads', 'paid'],
      writesUnder: ['unpaid'],
      // A file may replace the text, and its PDF is read here.
      ...readingPdfs,
    },
  ),
  http('show-pay-page', 'GET /v1/pay/{code}', ['table:read'], {
    group: 'pay',
    ...fast,
    counts: true,
    reads: ['job'],
    queries: ['by_pay_code'],
  }),
  // When a payer returns from paying, the payment is looked up at the provider right away, but not for every reload.
  http('show-paid-page', 'GET /v1/pay/{code}/paid', ['table', 'queue:send', 'payments'], {
    group: 'pay',
    counts: true,
    reads: ['job', 'cs_test', 'answer'],
    writes: ['job', 'cs_test', 'answer'],
    queries: ['by_pay_code'],
    timeoutSeconds: 29,
  }),
  http(
    'cancel-order',
    ['GET /v1/pay/{code}/cancel', 'POST /v1/pay/{code}/cancel'],
    ['table', 'queue:send', 'partners', 'payments'],
    { group: 'partner-forms', ...canceling, queries: ['by_pay_code'] },
  ),
  // Checks for a payment first, because the address of a paid order must not change.
  http('choose-address', 'POST /v1/pay/{code}/address', ['table', 'queue:send', 'payments'], {
    group: 'pay',
    counts: true,
    reads: ['job', 'cs_test'],
    writes: ['job'],
    queries: ['by_pay_code'],
    timeoutSeconds: 29,
  }),
  // It doesn't use the payment provider, so that the payer gets the next page even while the provider is down.
  http('choose-emails', 'POST /v1/pay/{code}/emails', ['table'], {
    group: 'pay',
    counts: true,
    reads: ['job'],
    writes: ['job'],
    queries: ['by_pay_code'],
  }),
  http(
    'show-receipt',
    [
      'GET /v1/pay/{code}/receipt',
      'GET /v1/pay/{code}/receipt.json',
      'GET /v1/pay/{code}/evidence.pdf',
      'GET /v1/jobs/{job_id}/evidence.pdf',
    ],
    ['table:read', 'documents', 'signing-key', 'fingerprints'],
    {
      group: 'receipts',
      counts: true,
      reads: ['job'],
      queries: ['by_pay_code'],
      readsUnder: ['paid', 'unpaid'],
      ...readingPdfs,
    },
  ),
  http('stop-emails', ['GET /v1/emails/stop/{token}', 'POST /v1/emails/stop/{token}'], ['table', 'fingerprints'], {
    group: 'receipts',
    reads: ['emails', 'silenced'],
    writes: ['silenced'],
  }),
  // It derives the public key from the private one, so the two always match.
  http('verify', ['GET /v1/verify', 'POST /v1/verify'], ['table:read', 'signing-key'], {
    group: 'receipts',
    counts: true,
  }),
  http(
    'show-preview',
    ['GET /v1/pay/{code}/pages/{page}', 'GET /v1/new/{quote_id}/pages/{page}'],
    ['table:read', 'documents'],
    {
      group: 'previews',
      counts: true,
      reads: ['job', 'quote'],
      queries: ['by_pay_code'],
      readsUnder: ['unpaid', 'paid', 'previews'],
      writesUnder: ['previews'],
      ...readingPdfs,
    },
  ),
  http('show-pdf', ['GET /v1/pay/{code}/proof.pdf', 'GET /v1/new/{quote_id}/proof.pdf'], ['table', 'documents'], {
    group: 'previews',
    counts: true,
    reads: ['job', 'quote'],
    queries: ['by_pay_code'],
    readsUnder: ['unpaid', 'paid'],
  }),
  http('show-text', ['GET /v1/pay/{code}/text', 'GET /v1/new/{quote_id}/text'], ['table:read', 'documents'], {
    group: 'previews',
    counts: true,
    reads: ['job', 'quote'],
    queries: ['by_pay_code'],
    readsUnder: ['unpaid', 'paid'],
    ...readingPdfs,
  }),
  http('mock-checkout', ['GET /v1/checkout/{session_id}', 'POST /v1/checkout/{session_id}'], ['table'], {
    group: 'pay',
    reads: ['cs_test'],
    writes: ['cs_test'],
    timeoutSeconds: 29,
  }),
  http('webhooks/receive-stripe-event', 'POST /v1/webhooks/stripe', ['table', 'queue:send', 'payments'], {
    counts: true,
    // A payment that its job doesn't need is refunded immediately.
    reads: ['job', 'cs_test'],
    writes: ['job', 'cs_test'],
    ...lowMemory,
    timeoutSeconds: 29,
  }),
  http('receive-postgrid-event', 'POST /v1/webhooks/postgrid', ['table', 'queue:send', 'partners'], partnerEvents),
  http('receive-telnyx-event', 'POST /v1/webhooks/telnyx', ['table', 'queue:send', 'partners'], partnerEvents),
  http('show-signing-keys', 'GET /v1/.well-known/jwks.json', ['signing-key'], { group: 'receipts' }),
  http('show-webhook-keys', 'GET /v1/.well-known/webhook-keys.json', ['signing-key'], { group: 'receipts' }),
  http(
    'show-about',
    [
      'GET /',
      'GET /v1',
      'GET /favicon.ico',
      'GET /v1/openapi.json',
      'GET /v1/prices',
      'GET /llms.txt',
      'GET /v1/llms.txt',
      'GET /llms-full.txt',
      'GET /v1/llms-full.txt',
      'GET /v1/docs',
      'GET /v1/docs.md',
      'GET /v1/docs/{page}',
      'GET /robots.txt',
      'GET /.well-known/security.txt',
    ],
    [],
    { group: 'about' },
  ),
  http('preflight', 'OPTIONS /v1/{path+}', [], { group: 'about' }),
  http(
    'not-found',
    [
      '$default',
      'OPTIONS /v1/webhooks/{path+}',
      'OPTIONS /v1/pay/{path+}',
      'OPTIONS /v1/new',
      'OPTIONS /v1/new/{path+}',
      'OPTIONS /v1/verify',
      'OPTIONS /v1/emails/{path+}',
      'OPTIONS /v1/checkout/{path+}',
      'OPTIONS /v1/bank-accounts',
      'OPTIONS /v1/bank-accounts/{path+}',
    ],
    [],
    { group: 'about' },
  ),
  {
    ...nameAndFile('api/mcp'),
    trigger: { functionUrl: '/mcp' },
    needs: [
      'table',
      'queue:send',
      'documents',
      'render',
      'partners',
      'payments',
      'addresses',
      'signing-key',
      'fingerprints',
      'receivers',
    ],
    rights: {
      counts: true,
      reads: ['quote', 'upload', 'key', 'twin', 'job', 'bank', 'checks', 'answer', 'cs_test', 'simkey', ...orders],
      writes: ['quote', 'upload', 'key', 'job', 'bank', 'checks', 'answer', 'cs_test', ...orders],
      adds: ['twin'],
      // A client that lost the job's id may send the pay link.
      queries: ['by_pay_code'],
      readsUnder: ['unpaid', 'uploads', 'paid'],
      writesUnder: ['unpaid'],
    },
    ...readingPdfs,
    timeoutSeconds: timeoutsMs.mcp / 1_000,
  },
  {
    ...nameAndFile('background/fulfill'),
    // One job at a time, because a document of 20 MB is in memory several times while it is sent.
    trigger: { queue: 'jobs', batchSize: 1 },
    needs: ['table', 'queue:send', 'outboxes:send', 'documents', 'partners', 'payments'],
    rights: {
      reads: ['job', 'lane', 'stops', 'bank', 'checks', 'cs_test', 'simkey', 'webhooks', 'emails', ...orders],
      writes: ['job', 'lane', 'bank', 'checks', 'cs_test', 'simkey', 'webhooks', 'emails', ...orders],
      readsUnder: ['unpaid', 'paid'],
      writesUnder: ['paid', 'partner'],
    },
    // Longer than a claim lasts, so that the function that claimed a job can record the outcome.
    timeoutSeconds: 180,
    ...lowMemory,
  },
  {
    // The receivers are untrusted, so it gets only the table, the queues of outboxes, the network and the signing key.
    ...nameAndFile('background/send-webhooks'),
    trigger: { queue: 'webhooks', batchSize: 10 },
    needs: ['table', 'outboxes:send', 'signing-key', 'receivers'],
    rights: { counts: true, reads: ['job', 'webhooks'], writes: ['webhooks'] },
    timeoutSeconds: 120,
    ...lowMemory,
  },
  {
    // In test mode it stores emails as items instead of sending them.
    ...nameAndFile('send-emails', 'emails'),
    trigger: { queue: 'emails', batchSize: 10 },
    needs: ['table', 'outboxes:send', 'fingerprints', 'email'],
    rights: { counts: true, reads: ['job', 'emails', 'silenced'], writes: ['emails', 'silenced', 'mail'] },
    timeoutSeconds: 120,
    ...lowMemory,
  },
  {
    ...nameAndFile('receive-email-event', 'emails'),
    trigger: { emailEvents: true },
    needs: ['table', 'fingerprints'],
    rights: { reads: ['silenced'], writes: ['silenced'] },
    timeoutSeconds: 30,
    ...lowMemory,
  },
  {
    ...nameAndFile('background/reconcile'),
    trigger: { everySeconds: 60 },
    needs: ['table', 'queue:send', 'outboxes:send'],
    rights: { queries: ['due', 'waiting'] },
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  {
    ...nameAndFile('background/audit'),
    // Several calls a night, because a call that ends in the middle of a day leaves that day to the next one.
    trigger: { quarterHoursFrom: 3 },
    needs: ['table', 'queue:send', 'partners', 'payments', 'fingerprints'],
    rights: {
      reads: ['job', 'bank', 'audit', 'cs_test', ...orders],
      // The sweep cancels unpaid checks of removed bank accounts.
      writes: ['audit', 'job', 'cs_test'],
      // The mock payment provider and the simulated partners list their items through `by_kind`.
      queries: ['by_day_paid', 'by_account', 'by_kind'],
    },
    timeoutSeconds: 900,
    // Enough for more than half a processor, and for the ids of a day with many orders.
    memoryMb: 1_024,
  },
  {
    ...nameAndFile('background/operate'),
    trigger: { invoke: true },
    needs: ['table', 'queue:send', 'outboxes:send', 'partners', 'payments', 'fingerprints'],
    // It shows jobs, audits a day, stops or cancels jobs, and edits the stop list. The fulfill function does the rest.
    rights: {
      counts: true,
      reads: ['job', 'audit', 'stops', 'cs_test', 'simkey', 'webhooks', 'emails', ...orders],
      writes: ['job', 'audit', 'stops', 'cs_test', 'webhooks', 'emails', ...orders],
      queries: ['waiting', 'by_order_number', 'by_pay_code', 'by_partner_id', 'by_day_paid', 'by_kind'],
    },
    timeoutSeconds: 900,
    memoryMb: 512,
  },
  {
    ...nameAndFile('background/render'),
    trigger: { invoke: true },
    needs: ['documents:print'],
    rights: { writesUnder: ['unpaid'] },
    timeoutSeconds: 28,
    memoryMb: 2_048,
  },
];
