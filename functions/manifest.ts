/**
 * Everything that runs, a row each: its name (the file beside this one), what starts it, what it needs.
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
  readonly trigger: Trigger;
  readonly needs: readonly Need[];
  /** The longest that one invocation may take, in seconds. */
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

const http = (name: string, routes: Route | readonly Route[], needs: readonly Need[], timeoutSeconds = 10) =>
  ({ name, trigger: { http: [routes].flat() as Route[] }, needs, timeoutSeconds, memoryMb: 512 }) as const;

export const manifest: readonly FunctionRow[] = [
  http('health', 'GET /v1/health', []),
  http('quote-letter', 'POST /v1/quotes', ['table', 'documents', 'render'], 29),
  http('create-letter-job', 'POST /v1/jobs', ['table', 'documents', 'payments'], 29),
  http('quote-check', 'POST /v1/check-quotes', ['table']),
  http('create-check-job', 'POST /v1/check-jobs', ['table', 'documents', 'render', 'payments'], 29),
  http('quote-fax', 'POST /v1/fax-quotes', ['table', 'documents', 'render'], 29),
  http('create-fax-job', 'POST /v1/fax-jobs', ['table', 'documents', 'payments'], 29),
  http('register-bank-account', 'POST /v1/bank-accounts', ['table', 'partners'], 29),
  http('bank-account-form', ['GET /v1/bank-accounts/new', 'POST /v1/bank-accounts/new'], ['table', 'partners'], 29),
  http('get-job', 'GET /v1/jobs/{job_id}', ['table', 'queue:send', 'partners']),
  http('cancel-job', 'POST /v1/jobs/{job_id}/cancel', ['table', 'queue:send', 'partners', 'payments'], 29),
  http('get-receipt', 'GET /v1/jobs/{job_id}/receipt', ['table:read', 'signing-key']),
  http('get-letter', 'GET /v1/letters/{letter_id}', ['table:read', 'partners']),
  http('show-pay-page', 'GET /v1/pay/{code}', ['table:read']),
  http('show-preview', 'GET /v1/pay/{code}/pages/{page}', ['table:read', 'documents']),
  http('mock-checkout', ['GET /v1/checkout/{session_id}', 'POST /v1/checkout/{session_id}'], ['table'], 29),
  http('receive-stripe-event', 'POST /v1/webhooks/stripe', ['table', 'queue:send', 'payments'], 29),
  http('receive-postgrid-event', 'POST /v1/webhooks/postgrid', ['table', 'queue:send', 'partners'], 29),
  http('receive-telnyx-event', 'POST /v1/webhooks/telnyx', ['table', 'queue:send', 'partners'], 29),
  http('show-signing-keys', 'GET /v1/.well-known/jwks.json', ['signing-key']),
  http('show-openapi', 'GET /v1/openapi.json', []),
  http('show-llms', ['GET /llms.txt', 'GET /v1/llms.txt'], []),
  http('preflight', 'OPTIONS /v1/{path+}', []),
  http(
    'not-found',
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
    name: 'mcp',
    trigger: { functionUrl: '/mcp' },
    needs: ['table', 'queue:send', 'documents', 'render', 'partners', 'payments', 'signing-key'],
    timeoutSeconds: 29,
    memoryMb: 512,
  },
  {
    name: 'fulfil',
    trigger: { queue: 'jobs', batchSize: 10 },
    needs: ['table', 'queue:send', 'documents', 'partners', 'payments'],
    timeoutSeconds: 120,
    memoryMb: 512,
  },
  {
    name: 'reconcile',
    trigger: { everySeconds: 60 },
    needs: ['table', 'queue:send'],
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  {
    name: 'audit',
    trigger: { dailyAt: 3 },
    needs: ['table:read', 'partners', 'payments'],
    timeoutSeconds: 900,
    memoryMb: 512,
  },
  {
    name: 'operate',
    trigger: { invoke: true },
    needs: ['table', 'queue:send', 'partners', 'payments'],
    timeoutSeconds: 900,
    memoryMb: 512,
  },
  { name: 'render', trigger: { invoke: true }, needs: ['documents:print'], timeoutSeconds: 28, memoryMb: 2048 },
];
