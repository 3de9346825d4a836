/** Calls another function of the service and waits for its answer. */
import { lazy } from '../domain/lazy.ts';
import { within } from '../storage/within.ts';

/** The function's answer, or the type of the error that ended it. */
export type Invoked = { readonly answer: unknown } | { readonly errorType: string | undefined };

// One for the life of the process, because each would greet anew. A function answers within 28 seconds, or not at all.
const connected = lazy(async () => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  return { InvokeCommand, client: new LambdaClient({ maxAttempts: 1, ...within(29) }) };
});

export async function invokeFunction(functionName: string, event: object): Promise<Invoked> {
  const { InvokeCommand, client } = await connected();
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
  );
  const answer: unknown = JSON.parse(Buffer.from(Payload ?? []).toString('utf8') || 'null');
  return FunctionError === undefined ? { answer } : { errorType: (answer as { errorType?: string }).errorType };
}
