/** mppx pays one order over HTTP and another over MCP: its own client reads the challenge and writes the credential. */
import { pathToFileURL } from 'node:url';

const [clientPath, mcpPath, base, mcp, httpJob, mcpJob] = process.argv.slice(2);
const { Fetch, stripe } = await import(pathToFileURL(clientPath).href);
const { McpClient } = await import(pathToFileURL(mcpPath).href);

let minted = 0;
const createToken = async () => {
  minted += 1;
  return `spt_test_paid_${minted}`;
};
const methods = [stripe.charge({ createToken, paymentMethod: 'pm_card_visa' })];

const paying = Fetch.from({ methods });
const paid = await paying(`${base}/jobs/${httpJob}/pay`, { method: 'POST' });
const again = await paying(`${base}/jobs/${httpJob}/pay`, { method: 'POST' });
const proofs = [paid, again].map(({ headers }) => headers.get('payment-receipt'));
if (paid.status !== 200 || proofs[0] === null || proofs[0] !== proofs[1]) throw new Error(await paid.text());

/** As much of a client of MCP as its wrapper calls. */
const client = {
  async callTool(params) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const accept = 'application/json, text/event-stream';
    const headers = { accept, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
    const { result, error } = await (await fetch(mcp, { method: 'POST', headers, body })).json();
    if (error !== undefined) throw Object.assign(new Error(error.message), error);
    return result;
  },
};
McpClient.wrap(client, { methods });
const result = await client.callTool({ name: 'pay_job', arguments: { job_id: mcpJob } });
if (result.structuredContent?.paid !== true || minted !== 2) throw new Error(JSON.stringify({ result, minted }));
