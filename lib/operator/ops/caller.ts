/** The name that an operator's act has in the log. It is told by the caller, so it names the honest only. */
import { userInfo } from 'node:os';
import { GetCallerIdentityCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';

/** `arn:aws:sts::123456789012:assumed-role/operator/ada`. Each identity may ask this; no policy is needed. `config`: of tests. */
export async function callerOnAws(config: STSClientConfig = {}): Promise<string> {
  const { Arn } = await new STSClient(config).send(new GetCallerIdentityCommand());
  if (Arn === undefined) throw new Error('AWS does not say whose credentials these are.');
  return Arn;
}

/** Other signs than those of an ARN could not be told from a second field of the log. */
export const callerHere = (): string => userInfo().username.replaceAll(/[^\w+=,.@:/-]/g, '_');
