/** llms.txt says in one page what the service does, what it costs and in which order to call it. */
import { manifest } from '../../functions/manifest.ts';
import { productNames } from '../../shared/domain/names.ts';
import { llmsText } from '../../shared/web/llms.ts';

const text = llmsText({
  baseUrl: 'https://mail.example.com/v1',
  mcpUrl: 'https://assistants.example.com/mcp',
  paymentMode: 'mock',
  rows: manifest,
  sold: productNames,
});

test('llms.txt fits on one page', () => {
  expect(text.length).toBeLessThan(3_700 + 100 * productNames.length);
  expect(text).toMatch(/^# Print and mail\n\n> /);
});

test('llms.txt says that clients do not have to poll, and where to see who was notified', () => {
  expect(text).toMatch(/You do not have to poll: `notify: \{webhook_url, email\}`/);
  expect(text).toContain('/jobs/{job_id}/events');
});

test('llms.txt names REST, MCP, each tool and each call', () => {
  expect(text).toContain('REST: https://mail.example.com/v1,');
  expect(text).toContain('https://mail.example.com/v1/openapi.json');
  expect(text).toContain('MCP (Streamable HTTP, no login): https://assistants.example.com/mcp.');
  for (const tool of [
    ...['quote_letter', 'create_letter_job', 'get_job_status', 'cancel_letter', 'quote_check', 'create_check_job'],
    ...['quote_fax', 'create_fax_job', 'get_proof_of_mailing'],
  ])
    expect(text).toContain(tool);
  for (const path of ['/quotes', '/jobs', '/check-quotes', '/check-jobs', '/fax-quotes', '/fax-jobs', '/jobs/{job_id}'])
    expect(text).toContain(path);
});

test('llms.txt says in test mode only that nothing is real', () => {
  expect(text).toContain('no card is charged');
  const real = llmsText({
    baseUrl: 'https://h/v1',
    mcpUrl: 'https://h/mcp',
    paymentMode: 'real',
    rows: manifest,
    sold: productNames,
  });
  expect(real).not.toContain('test mode');
});

test('llms.txt says what must never be sent, and where bank numbers go instead', () => {
  expect(text).toMatch(/## Never send[\s\S]*Account, routing[\s\S]*\/bank-accounts\/new[\s\S]*Card numbers/);
});
