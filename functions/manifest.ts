/**
 * Everything that runs, a row each: its file in one of the folders here, what starts it, what it needs and may touch.
 * `lib/local` reads the rows into one Node server, `lib/cloud` into a stack. Nothing else decides what exists,
 * and nothing here loads a handler.
 */

import { type OrderPrefix, orderPrefixes } from '../shared/core/ids.ts';

/** `${METHOD} ${path}` as API Gateway writes it; `$default` takes what no other route takes. */
export type Route = `${'GET' | 'POST' | 'OPTIONS'} /${string}` | '$default';

export type Trigger =
  | { readonly http: readonly Route[] }
  /** An address of its own on AWS; on the one local server it is what lies under this path, with any method. */
  | { readonly functionUrl: `/${string}` }
  | { readonly queue: 'jobs'; readonly batchSize: number }
  | { readonly everySeconds: number }
  /** An hour from 0 to 23, UTC. */
  | { readonly dailyAt: number }
  | { readonly invoke: true };

/** What a function may touch. A need is a grant and an environment variable, never one without the other. */
export type Need =
  | 'table'
  | 'table:read'
  | 'queue:send'
  | 'documents'
  /** To write what was printed, and to read nothing. */
  | 'documents:print'
  | 'render'
  /** Those who print, mail and send, and what they sign with. */
  | 'partners'
  | 'payments'
  | 'signing-key';

/** What stands before the `_` of an item's id; of the mock payment provider and the simulated partners, too. */
type ItemKind = 'quote' | 'job' | 'key' | 'bank' | 'lane' | 'tally' | 'cs_test' | 'simkey' | OrderPrefix;

type Index = 'due' | 'waiting' | 'by_partner_id' | 'by_pay_code' | 'by_day_paid' | 'by_kind';

/** What the key of a document begins with. */
export type DocumentPrefix = 'unpaid' | 'paid' | 'partner' | 'previews';

/**
 * How far a need for the table or for documents goes: the kinds of items, the indexes, the prefixes of documents. A
 * function without rights may touch nothing of either.
 */
export interface Rights {
  readonly reads?: readonly ItemKind[];
  readonly writes?: readonly ItemKind[];
  readonly queries?: readonly Index[];
  readonly readsUnder?: readonly DocumentPrefix[];
  readonly writesUnder?: readonly DocumentPrefix[];
}

export interface FunctionRow {
  readonly name: string;
  /** The handler's file below this folder, without `.ts`; the name is its last part. */
  readonly file: string;
  readonly trigger: Trigger;
  readonly needs: readonly Need[];
  readonly rights?: Rights;
  /** The longest that one invocation may take, in seconds. */
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

const at = (file: `${string}/${string}`) => ({ name: file.slice(file.lastIndexOf('/') + 1), file });

const http = (
  file: `${string}/${string}`,
  routes: Route | readonly Route[],
  needs: readonly Need[],
  { timeoutSeconds = 10, ...rights }: Rights & { readonly timeoutSeconds?: number } = {},
) =>
  ({
    ...at(file),
    trigger: { http: [routes].flat() as Route[] },
    needs,
    rights,
    timeoutSeconds,
    memoryMb: 512,
  }) as const;

const orders = orderPrefixes;
const creating = { reads: ['quote', 'key', 'job', 'cs_test'], writes: ['job', 'key', 'cs_test'] } as const;
const registering: Rights = { reads: ['tally'], writes: ['tally', 'bank'] };
const hearingOfOrders: Rights = { reads: ['job'], writes: ['job'], queries: ['by_partner_id'] };

/** Two handlers must know a figure of their own row: how far ahead to look, and when an answer comes too late. */
export const reconcileEverySeconds = 60;
export const mcpTimeoutSeconds = 29;

export const manifest: readonly FunctionRow[] = [
  http('about/health', 'GET /v1/health', []),
  http('api/quote-letter', 'POST /v1/quotes', ['table', 'documents', 'render'], {
    writes: ['quote'],
    writesUnder: ['unpaid'],
    timeoutSeconds: 29,
  }),
  http('api/create-letter-job', 'POST /v1/jobs', ['table', 'documents', 'payments'], {
    ...creating,
    writesUnder: ['unpaid'],
    timeoutSeconds: 29,
  }),
  http('api/quote-check', 'POST /v1/check-quotes', ['table'], { writes: ['quote'] }),
  // What a check has on paper, the render function writes.
  http('api/create-check-job', 'POST /v1/check-jobs', ['table', 'documents', 'render', 'payments'], {
    reads: [...creating.reads, 'bank'],
    writes: [...creating.writes, 'bank'],
    timeoutSeconds: 29,
  }),
  http('api/quote-fax', 'POST /v1/fax-quotes', ['table', 'documents', 'render'], {
    writes: ['quote'],
    writesUnder: ['unpaid'],
    timeoutSeconds: 29,
  }),
  http('api/create-fax-job', 'POST /v1/fax-jobs', ['table', 'documents', 'payments'], {
    ...creating,
    writesUnder: ['unpaid'],
    timeoutSeconds: 29,
  }),
  http('api/register-bank-account', 'POST /v1/bank-accounts', ['table', 'partners'], {
    ...registering,
    timeoutSeconds: 29,
  }),
  http('pages/bank-account-form', ['GET /v1/bank-accounts/new', 'POST /v1/bank-accounts/new'], ['table', 'partners'], {
    ...registering,
    timeoutSeconds: 29,
  }),
  http('api/get-job', 'GET /v1/jobs/{job_id}', ['table', 'queue:send', 'partners'], {
    reads: ['job', ...orders],
    writes: ['job'],
  }),
  http('api/cancel-job', 'POST /v1/jobs/{job_id}/cancel', ['table', 'queue:send', 'partners', 'payments'], {
    reads: ['job', 'cs_test', 'simkey', ...orders],
    writes: ['job', 'cs_test', ...orders],
    timeoutSeconds: 29,
  }),
  http('api/get-receipt', 'GET /v1/jobs/{job_id}/receipt', ['table:read', 'signing-key'], { reads: ['job'] }),
  http('api/get-letter', 'GET /v1/letters/{letter_id}', ['table:read', 'partners'], {
    reads: ['job', 'letter'],
    queries: ['by_partner_id'],
  }),
  http('pages/show-pay-page', 'GET /v1/pay/{code}', ['table:read'], { reads: ['job'], queries: ['by_pay_code'] }),
  http('pages/show-preview', 'GET /v1/pay/{code}/pages/{page}', ['table:read', 'documents'], {
    reads: ['job'],
    queries: ['by_pay_code'],
    readsUnder: ['unpaid', 'paid', 'previews'],
    writesUnder: ['previews'],
  }),
  http('pages/mock-checkout', ['GET /v1/checkout/{session_id}', 'POST /v1/checkout/{session_id}'], ['table'], {
    reads: ['cs_test'],
    writes: ['cs_test'],
    timeoutSeconds: 29,
  }),
  http('webhooks/receive-stripe-event', 'POST /v1/webhooks/stripe', ['table', 'queue:send', 'payments'], {
    reads: ['job'],
    writes: ['job'],
    timeoutSeconds: 29,
  }),
  http('webhooks/receive-postgrid-event', 'POST /v1/webhooks/postgrid', ['table', 'queue:send', 'partners'], {
    ...hearingOfOrders,
    timeoutSeconds: 29,
  }),
  http('webhooks/receive-telnyx-event', 'POST /v1/webhooks/telnyx', ['table', 'queue:send', 'partners'], {
    ...hearingOfOrders,
    timeoutSeconds: 29,
  }),
  http('about/show-signing-keys', 'GET /v1/.well-known/jwks.json', ['signing-key']),
  http('about/show-openapi', 'GET /v1/openapi.json', []),
  http('about/show-llms', ['GET /llms.txt', 'GET /v1/llms.txt'], []),
  http('about/preflight', 'OPTIONS /v1/{path+}', []),
  http(
    'about/not-found',
    [
      '$default',
      'OPTIONS /v1/webhooks/{path+}',
      'OPTIONS /v1/pay/{path+}',
      'OPTIONS /v1/checkout/{path+}',
      'OPTIONS /v1/bank-accounts',
      'OPTIONS /v1/bank-accounts/{path+}',
    ],
    [],
  ),
  {
    ...at('api/mcp'),
    trigger: { functionUrl: '/mcp' },
    needs: ['table', 'queue:send', 'documents', 'render', 'partners', 'payments', 'signing-key'],
    rights: {
      reads: ['quote', 'key', 'job', 'bank', 'tally', 'cs_test', 'simkey', ...orders],
      writes: ['quote', 'key', 'job', 'bank', 'tally', 'cs_test', ...orders],
      writesUnder: ['unpaid'],
    },
    timeoutSeconds: mcpTimeoutSeconds,
    memoryMb: 512,
  },
  {
    ...at('background/fulfil'),
    trigger: { queue: 'jobs', batchSize: 10 },
    needs: ['table', 'queue:send', 'documents', 'partners', 'payments'],
    rights: {
      reads: ['job', 'lane', 'tally', 'cs_test', 'simkey', ...orders],
      writes: ['job', 'lane', 'tally', 'cs_test', 'simkey', ...orders],
      readsUnder: ['unpaid', 'paid'],
      writesUnder: ['paid', 'partner'],
    },
    timeoutSeconds: 120,
    memoryMb: 512,
  },
  {
    ...at('background/reconcile'),
    trigger: { everySeconds: reconcileEverySeconds },
    needs: ['table', 'queue:send'],
    rights: { queries: ['due', 'waiting'] },
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  {
    ...at('background/audit'),
    trigger: { dailyAt: 3 },
    needs: ['table:read', 'partners', 'payments'],
    // By `by_kind` the mock payment provider and the simulated partners list what they hold.
    rights: { reads: ['job', 'cs_test', ...orders], queries: ['by_day_paid', 'by_kind'] },
    timeoutSeconds: 900,
    memoryMb: 512,
  },
  {
    ...at('background/operate'),
    trigger: { invoke: true },
    needs: ['table', 'queue:send', 'partners', 'payments'],
    // To look at jobs, to audit a day, and to stop and cancel by hand; what is owed then, fulfil does.
    rights: {
      reads: ['job', 'cs_test', 'simkey', ...orders],
      writes: ['job', 'cs_test', ...orders],
      queries: ['waiting', 'by_day_paid', 'by_kind'],
    },
    timeoutSeconds: 900,
    memoryMb: 512,
  },
  {
    ...at('background/render'),
    trigger: { invoke: true },
    needs: ['documents:print'],
    rights: { writesUnder: ['unpaid'] },
    timeoutSeconds: 28,
    memoryMb: 2048,
  },
];
