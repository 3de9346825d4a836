/**
 * `npm run test:smoke -- --url BASE_URL [--mcp MCP_URL] [--commit SHA]`: tests a running service from outside. In test
 * mode it orders one of each product, in real mode nothing. Its last line is only `N passed, N failed`.
 */
import { parseArgs } from 'node:util';
import { exitAfter, newReport } from '../external/report.ts';
import { clientOf } from '../support/e2e/client.ts';
import { journeys } from './journeys.ts';

const { url, mcp, commit } = parsedArguments();
const baseUrl = url.replace(/\/$/, '');
const service = clientOf(baseUrl);
const deployed = { service, baseUrl, mcpUrl: mcp ?? new URL('/mcp', url).href };
const report = newReport();
const cancelTimeout = exitAfter(300);

let mode: unknown;
await report.check('the service is healthy, names its payment mode, and runs the expected commit', async () => {
  const { status, text, body } = await service.get('/health?deep=1');
  if (status !== 200) throw new Error(`the response is ${status}: ${text}`);
  // Either commit may be abbreviated, to seven digits or more. A build of changed sources ends in `-dirty`.
  const [short = '', long = ''] = [commit ?? '', `${body.commit}`].toSorted((a, b) => a.length - b.length);
  if (commit !== undefined && (short.length < 7 || !long.startsWith(short) || long.endsWith('-dirty')))
    throw new Error(`a different commit is running: ${text}`);
  mode = body.payment_mode;
});
for (const { title, orders, run } of mode === undefined ? [] : journeys) {
  if (orders && mode !== 'mock') {
    console.log(`not run, because it would order: ${title}`);
    continue;
  }
  const startedAt = Date.now();
  await report.check(title, async () => {
    await run(deployed);
    console.log(`== ${title}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  });
}
cancelTimeout();
process.exit(report.close() ? 0 : 1);

function parsedArguments(): { readonly url: string; readonly mcp?: string; readonly commit?: string } {
  const text = { type: 'string' } as const;
  try {
    const { url, mcp, commit } = parseArgs({ options: { url: text, mcp: text, commit: text } }).values;
    if (url !== undefined && URL.canParse(url)) return { url, mcp, commit };
  } catch (error) {
    console.error((error as Error).message);
  }
  console.error('Give the URL that the stack printed as BaseUrl: npm run test:smoke -- --url https://…/v1');
  process.exit(1);
}
