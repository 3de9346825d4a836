/** The greeting in each mode, and its three lines, run by a shell whose `curl` records its arguments. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { greeting, threeLines } from '../../lib/local/greeting.ts';

const baseUrl = 'http://127.0.0.1:8787/v1';

/** Answers by the address it is called with, and prints its arguments, one a line, to stderr. */
const curl = `curl() {
  printf '%s\\n' "$@" >&2
  case "$*" in
    */quotes*) echo '{"quote_id":"quote_0123456789abcdefghjkmnpqrs","country":"US"}' ;;
    */jobs*) echo '{"job_id":"job_1","checkout_url":"${baseUrl}/checkout/cs_test_1?a=b&c","pay_url":"${baseUrl}/pay/p1"}' ;;
  esac
}`;

async function paste(lines: readonly string[]): Promise<string[]> {
  const { stderr } = await promisify(execFile)('sh', ['-c', [curl, ...lines].join('\n')]);
  return stderr.trimEnd().split('\n');
}

const bodiesIn = (given: readonly string[]) =>
  given.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

const greeted = (environment: Record<string, string> = {}) =>
  greeting({ baseUrl, mcpUrl: 'http://127.0.0.1:8787/mcp' }, environment);
const stripe = { PAYMENT_MODE: 'real', PUBLIC_BASE_URL: 'https://mail.example.com/v1' };
const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', POSTGRID_API_KEY: 'live_1' };

describe('the greeting', () => {
  test('says in mock mode that nothing is real, who does what, where each door is, and how to begin', () => {
    const [mode, , ...lines] = greeted().split('\n');
    expect(mode).toBe('Print and mail, in test mode: nothing is charged, printed, mailed or faxed.');
    expect(lines).toEqual(
      expect.arrayContaining([
        ...['Payments  a test page', 'Mail      simulated', 'Fax       simulated'],
        ...['Home      http://127.0.0.1:8787/', 'Mailbox   http://127.0.0.1:8787/_mailbox'],
        ...[`Base URL  ${baseUrl}`, 'MCP URL   http://127.0.0.1:8787/mcp'],
        ...['A first letter, in a second terminal: npm run demo -- letter', ...threeLines(baseUrl)],
      ]),
    );
  });

  test('says in live mode that people are charged, and nothing of what only mock mode has', () => {
    const said = greeted(live);
    expect(said).toMatch(/^Print and mail, LIVE: people are charged/);
    expect(said).toMatch(/^Payments {2}Stripe\nMail {6}PostGrid\nFax {7}Telnyx$/m);
    expect(said).toContain('Public    https://mail.example.com/v1\n');
    expect(said).not.toMatch(/_mailbox|curl|demo|listen|action=pay|live_1/);
  });

  test('keeps the mailbox, and not the test payment, where a test key pays simulated partners', () => {
    const key = { STRIPE_SECRET_KEY: 'sk_test_1', PRINT_PARTNER: 'simulated', FAX_PARTNER: 'simulated' };
    const said = greeted({ ...stripe, ...key });
    expect(said).toMatch(/^Print and mail, with real payment pages and a test key or partner/);
    expect(said).toContain('/_mailbox');
    expect(said).not.toMatch(/curl|demo/);
  });

  test('says that HTML is refused where no browser prints it', () => {
    expect(greeted({ CHROMIUM_PATH: '/nowhere' })).toMatch(/^HTML {6}refused\. .*CHROMIUM_PATH names no program\./m);
    expect(greeted()).not.toMatch(/^HTML/m);
  });
});

describe('the three lines', () => {
  test('send a sound quote and a job with the same text for the quote that came back', async () => {
    const [quote, job] = bodiesIn(await paste(threeLines(baseUrl)));
    expect(quote).toEqual({ country: 'US', text: 'Dear Ada,\n\nHello from the post office.' });
    expect(job).toMatchObject({
      quote_id: 'quote_0123456789abcdefghjkmnpqrs',
      letter: { text: quote.text, to: { addressLine1: '1 TEST MAILED ST' } },
    });
  });
});
