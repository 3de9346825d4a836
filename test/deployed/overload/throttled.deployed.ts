/** A renderer of which AWS starts none. By itself, because the other journeys print, too. */
import {
  DeleteFunctionConcurrencyCommand,
  LambdaClient,
  ListFunctionsCommand,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { raw, rpc } from '../../support/e2e/assistant.ts';
import { service } from '../journeys/deployed.ts';

const lambda = new LambdaClient();

async function renderer(): Promise<string> {
  for (let Marker: string | undefined; ; ) {
    const { Functions = [], NextMarker } = await lambda.send(new ListFunctionsCommand({ Marker }));
    const found = Functions.find(({ Description }) => Description?.startsWith('print-and-mail render'));
    if (found?.FunctionName !== undefined) return found.FunctionName;
    if (NextMarker === undefined) throw new Error('there is no renderer');
    Marker = NextMarker;
  }
}

const html = '<p>Dear Ada</p>';
const call = rpc('tools/call', { name: 'quote_letter', arguments: { country: 'US', html } });

test('a price that cannot be computed now is 503 with Retry-After, text is priced meanwhile, and then all is well', async () => {
  const FunctionName = await renderer();
  const asked = () => service.post('/quotes', { country: 'US', html });
  await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
  try {
    const { status, headers, body } = await asked();
    expect({ status, retryAfter: headers.get('retry-after'), body }).toEqual({
      status: 503,
      retryAfter: '10',
      body: expect.objectContaining({ code: 'unavailable', error: expect.stringContaining('nothing was lost') }),
    });
    const { body: told } = await raw(service, { body: call });
    expect(told.result).toMatchObject({ isError: true, structuredContent: { code: 'unavailable' } });
    expect((await service.post('/quotes', { country: 'US', text: 'Dear Ada' })).status).toBe(201);
  } finally {
    await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
  }
  expect((await asked()).status).toBe(201);
});
