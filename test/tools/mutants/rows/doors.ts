/** Planted bugs in the doors, the log and the background functions. */
import type { Mutant } from '../mutant.ts';

export const doors: readonly Mutant[] = [
  {
    bug: 'a body is read as Latin-1',
    file: 'shared/doors/http/http-event.ts',
    text: "'base64').toString('utf8')",
    planted: "'base64').toString('latin1')",
    suites: ['test/doors/http-event.test.ts'],
  },
  {
    bug: 'a header decides who the caller is',
    file: 'shared/doors/http/edge.ts',
    text: 'return requestContext.http.sourceIp;',
    planted: "return headers['x-forwarded-for'] ?? requestContext.http.sourceIp;",
    suites: ['test/doors/edge.test.ts'],
  },
  {
    bug: 'a request that bypasses the edge is served',
    file: 'shared/doors/http/edge.ts',
    text: "(headers[edgeHeaders.viewer] ?? '') : undefined",
    planted: "(headers[edgeHeaders.viewer] ?? '') : ''",
    suites: ['test/doors/edge.test.ts'],
  },
  {
    bug: 'an accident tells its message',
    file: 'shared/doors/http/problem.ts',
    text: 'export function problemOf(error: unknown, requestId: string, baseUrl?: string): ProblemDetails {\n',
    planted: `export function problemOf(error: unknown, requestId: string, baseUrl?: string): ProblemDetails {
  if (error instanceof TypeError || (error as Error)?.name === 'Error')
    return { status: statusOfAccident, headers: {}, body: { error: (error as Error).message } };
`,
    suites: ['test/doors/problem.test.ts'],
  },
  {
    bug: 'a refusal of a rate has no time to wait',
    file: 'shared/doors/http/problem.ts',
    text: 'headers: wait === undefined ? {}',
    planted: 'headers: wait !== undefined ? {}',
    suites: ['test/doors/problem.test.ts'],
  },
  {
    bug: 'a foreign page may call the assistants’ door',
    file: 'shared/doors/mcp/guards.ts',
    text: 'origin !== undefined && !isWelcome(origin, event, settings)',
    planted: 'origin === undefined && !isWelcome(String(origin), event, settings)',
    suites: ['test/doors/edge.test.ts', 'test/doors/mcp.test.ts'],
  },
  {
    bug: 'a letter’s words reach an assistant',
    file: 'shared/doors/mcp/redact.ts',
    text: ', ...warningsOf(body), ...errorOf(body) };',
    planted: ', ...warningsOf(body) };',
    suites: ['test/doors/mcp.test.ts', 'test/e2e/assistants/mcp.test.ts'],
  },
  {
    bug: 'a field of the log that nobody has allowed is written',
    file: 'shared/compose/log.ts',
    text: '      .filter(([name]) => Object.hasOwn(allowed, name))\n',
    planted: '',
    suites: ['test/compose/log.test.ts'],
  },
  {
    bug: 'an error’s message is logged',
    file: 'shared/compose/log.ts',
    text: "return [name, place?.trim()].filter(Boolean).join(' ');",
    planted: "return [name, message, place?.trim()].filter(Boolean).join(' ');",
    suites: ['test/compose/log.test.ts'],
  },
  {
    bug: 'a failed job is lost to the queue',
    file: 'shared/doors/queue.ts',
    text: 'return [{ itemIdentifier: messageId }];',
    planted: 'return [];',
    suites: ['test/functions/background.test.ts'],
  },
  {
    bug: 'the sweeper looks 60 milliseconds ahead',
    file: 'functions/background/reconcile.ts',
    text: 'reconcileEverySeconds * 1_000',
    planted: 'reconcileEverySeconds',
    suites: ['test/functions/background.test.ts'],
  },
  {
    bug: 'a full count is told as one that is left',
    file: 'shared/usecases/count-request.ts',
    text: 'isFull ? 0',
    planted: 'isFull ? 1',
    suites: ['test/doors/limits.test.ts'],
  },
  {
    bug: 'browsers are not told to keep to TLS',
    file: 'shared/doors/http/middleware.ts',
    text: "=== 'https' ?",
    planted: "=== 'never' ?",
    suites: ['test/doors/edge.test.ts'],
  },
  {
    bug: 'a partner’s signature is checked over JSON that was written again',
    file: 'shared/doors/http/webhook.ts',
    text: 'return read(bodyOf(event), event.headers)',
    planted: 'return read(JSON.stringify(JSON.parse(bodyOf(event))), event.headers)',
    suites: ['test/doors/webhook-signatures.test.ts'],
  },
  {
    bug: 'a payment’s signature is checked over a trimmed body',
    file: 'shared/doors/http/webhook.ts',
    text: 'payments.readEvent(bodyOf(event), event.headers)',
    planted: 'payments.readEvent(bodyOf(event).trim(), event.headers)',
    suites: ['test/doors/webhook-signatures.test.ts'],
  },
  {
    bug: 'the picture of a letter stays in caches',
    file: 'shared/doors/http/page.ts',
    text: "`,\n  'cache-control': 'no-store',",
    planted: "`,\n  'cache-control': 'public, max-age=3600',",
    suites: ['test/doors/page-cache.test.ts'],
  },
  {
    bug: 'a link that ends after 15 minutes is kept for an hour',
    file: 'shared/doors/http/page.ts',
    text: "location: served.link, 'cache-control': 'no-store'",
    planted: "location: served.link, 'cache-control': 'private, max-age=3600'",
    suites: ['test/doors/page-cache.test.ts'],
  },
  {
    bug: 'a host that begins with ours is ours for assistants',
    file: 'shared/doors/mcp/guards.ts',
    text: 'return ours.includes((headers.host ?? requestContext.domainName).toLowerCase());',
    planted:
      "return ours.some((own) => (headers.host ?? requestContext.domainName).toLowerCase().startsWith(own ?? '-'));",
    suites: ['test/doors/mcp-function-url.test.ts'],
  },
  {
    bug: 'work that takes as long as its function lives is answered as an accident',
    file: 'shared/doors/http/middleware.ts',
    text: '(answer, inTime)',
    planted: '(answer)',
    suites: ['test/doors/late.test.ts'],
  },
];
