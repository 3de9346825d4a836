/** The three lines of the greeting, run by a shell whose `curl` records its arguments. */

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

test('the greeting says where each door is', () => {
  const said = greeting({ baseUrl, mcpUrl: 'http://127.0.0.1:8787/mcp' });
  expect(said).toMatch(/^Base URL {2}http:\/\/127\.0\.0\.1:8787\/v1$/m);
  expect(said).toMatch(/^MCP URL {3}http:\/\/127\.0\.0\.1:8787\/mcp$/m);
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

  test('pay on the checkout page and look into the mailbox', async () => {
    const given = await paste(threeLines(baseUrl));
    expect(given).toContain(`${baseUrl}/checkout/cs_test_1?a=b&c`);
    expect(given).toContain('http://127.0.0.1:8787/_mailbox');
  });

  test('are three lines, with nothing that an interactive shell would read otherwise', () => {
    const lines = threeLines(baseUrl);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).not.toMatch(/[\n!#]/);
  });
});
