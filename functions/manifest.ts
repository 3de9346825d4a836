/**
 * Everything that runs, a row each: its file in one of the folders here, what starts it, what it needs.
 * `lib/local` reads the rows into one Node server, `lib/cloud` into a stack. Nothing else decides what exists,
 * and nothing here loads a handler.
 */

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

export interface FunctionRow {
  readonly name: string;
  /** The handler's file below this folder, without `.ts`; the name is its last part. */
  readonly file: string;
  readonly trigger: Trigger;
  readonly needs: readonly Need[];
  /** The longest that one invocation may take, in seconds. */
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

const at = (file: `${string}/${string}`) => ({ name: file.slice(file.lastIndexOf('/') + 1), file });

const http = (
  file: `${string}/${string}`,
  routes: Route | readonly Route[],
  needs: readonly Need[],
  timeoutSeconds = 10,
) => ({ ...at(file), trigger: { http: [routes].flat() as Route[] }, needs, timeoutSeconds, memoryMb: 512 }) as const;

export const manifest: readonly FunctionRow[] = [
  http('about/health', 'GET /v1/health', []),
  http('api/quote-letter', 'POST /v1/quotes', ['table', 'documents', 'render'], 29),
  http('api/create-letter-job', 'POST /v1/jobs', ['table', 'documents', 'payments'], 29),
  http('api/quote-check', 'POST /v1/check-quotes', ['table']),
  http('api/create-check-job', 'POST /v1/check-jobs', ['table', 'documents', 'render', 'payments'], 29),
  http('api/quote-fax', 'POST /v1/fax-quotes', ['table', 'documents', 'render'], 29),
  http('api/create-fax-job', 'POST /v1/fax-jobs', ['table', 'documents', 'payments'], 29),
  http('api/register-bank-account', 'POST /v1/bank-accounts', ['table', 'partners'], 29),
  http(
    'pages/bank-account-form',
    ['GET /v1/bank-accounts/new', 'POST /v1/bank-accounts/new'],
    ['table', 'partners'],
    29,
  ),
  http('api/get-job', 'GET /v1/jobs/{job_id}', ['table', 'queue:send', 'partners']),
  http('api/cancel-job', 'POST /v1/jobs/{job_id}/cancel', ['table', 'queue:send', 'partners', 'payments'], 29),
  http('api/get-receipt', 'GET /v1/jobs/{job_id}/receipt', ['table:read', 'signing-key']),
  http('api/get-letter', 'GET /v1/letters/{letter_id}', ['table:read', 'partners']),
  http('pages/show-pay-page', 'GET /v1/pay/{code}', ['table:read']),
  http('pages/show-preview', 'GET /v1/pay/{code}/pages/{page}', ['table:read', 'documents']),
  http('pages/mock-checkout', ['GET /v1/checkout/{session_id}', 'POST /v1/checkout/{session_id}'], ['table'], 29),
  http('webhooks/receive-stripe-event', 'POST /v1/webhooks/stripe', ['table', 'queue:send', 'payments'], 29),
  http('webhooks/receive-postgrid-event', 'POST /v1/webhooks/postgrid', ['table', 'queue:send', 'partners'], 29),
  http('webhooks/receive-telnyx-event', 'POST /v1/webhooks/telnyx', ['table', 'queue:send', 'partners'], 29),
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
    timeoutSeconds: 29,
    memoryMb: 512,
  },
  {
    ...at('background/fulfil'),
    trigger: { queue: 'jobs', batchSize: 10 },
    needs: ['table', 'queue:send', 'documents', 'partners', 'payments'],
    timeoutSeconds: 120,
    memoryMb: 512,
  },
  {
    ...at('background/reconcile'),
    trigger: { everySeconds: 60 },
    needs: ['table', 'queue:send'],
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  {
    ...at('background/audit'),
    trigger: { dailyAt: 3 },
    needs: ['table:read', 'partners', 'payments'],
    timeoutSeconds: 900,
    memoryMb: 512,
  },
  {
    ...at('background/operate'),
    trigger: { invoke: true },
    needs: ['table', 'queue:send', 'partners', 'payments'],
    timeoutSeconds: 900,
    memoryMb: 512,
  },
  {
    ...at('background/render'),
    trigger: { invoke: true },
    needs: ['documents:print'],
    timeoutSeconds: 28,
    memoryMb: 2048,
  },
];
