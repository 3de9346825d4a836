/** The commands that run on the operator's own machine, by the operator's own credentials. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { restoreDrill } from '../drill/drill.ts';
import { jobsPaidOn } from '../drill/paid-on.ts';

type LocalAnswer = Readonly<Record<string, unknown>> & { readonly ok: boolean; readonly says: string };

interface HereCommand {
  readonly help: string;
  /** `operate`: the name of that function. */
  run(operate: string, print: (line: string) => void): Promise<LocalAnswer>;
}

async function variablesOf(operate: string): Promise<Readonly<Record<string, string>>> {
  const command = new GetFunctionConfigurationCommand({ FunctionName: operate });
  return (await new LambdaClient().send(command)).Environment?.Variables ?? {};
}

export const hereCommands: Readonly<Record<string, HereCommand>> = {
  'restore-drill': {
    help: 'Restores the table into a copy, compares, asks what the daily audit asks, and deletes the copy.\nIt changes nothing, and takes AWS 10 minutes or more: docs/restore.md.',
    async run(operate, print) {
      const { TABLE_NAME: table = '' } = await variablesOf(operate);
      const client = new DynamoDBClient();
      return {
        ...(await restoreDrill({
          client,
          table,
          paidOn: jobsPaidOn,
          now: Date.now,
          pause: () => sleep(10_000),
          print,
        })),
      };
    },
  },
  'renew-edge-secret': {
    help: 'Makes the secret anew that CloudFront does not show:\ndocs/deploy.md, "The secret of the edge".',
    async run(operate) {
      const { HIDDEN_EDGE_SECRET: SecretId } = await variablesOf(operate);
      if (SecretId === undefined) return { ok: false, says: 'This stack has no edge, so it has no secret to renew.' };
      // Letters, digits, - and _: a header may carry all of them.
      const SecretString = randomBytes(36).toString('base64url');
      await new SecretsManagerClient().send(new PutSecretValueCommand({ SecretId, SecretString }));
      return {
        ok: true,
        says: 'The hidden secret is new. Deploy with a new release, so that the functions know it: only then show it.',
      };
    },
  },
};
