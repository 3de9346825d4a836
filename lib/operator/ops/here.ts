/** The commands that run on the operator's own machine, by the operator's own credentials. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

type LocalAnswer = Readonly<Record<string, unknown>> & { readonly ok: boolean; readonly says: string };

interface HereAsked {
  readonly stack: string;
  /** The name of that function. */
  readonly operate: string;
  readonly value: string;
  /** Whether `--yes` was typed. */
  readonly isSure: boolean;
  print(line: string): void;
  /** Asks the function, again and again while there is more to do. */
  ask(request: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>>;
}

interface HereCommand {
  /** Its one argument. */
  readonly takes?: string;
  readonly help: string;
  run(asked: HereAsked): Promise<LocalAnswer>;
}

async function variablesOf(operate: string): Promise<Readonly<Record<string, string>>> {
  const command = new GetFunctionConfigurationCommand({ FunctionName: operate });
  return (await new LambdaClient().send(command)).Environment?.Variables ?? {};
}

export const hereCommands: Readonly<Record<string, HereCommand>> = {
  'restore-drill': {
    help: 'Restores the table into a copy, compares, asks what the daily audit asks, looks whether a stack could\nadopt it, and deletes it. It serves nobody, and takes AWS 10 minutes or more: docs/restore.md.',
    async run({ stack, operate, print }) {
      const [{ restoreDrill }, { drillOnAws }, { jobsPaidOn }] = await Promise.all([
        import('../drill/drill.ts'),
        import('../drill/aws.ts'),
        import('../drill/paid-on.ts'),
      ]);
      const { TABLE_NAME: table = '' } = await variablesOf(operate);
      const client = new DynamoDBClient();
      return {
        ...(await restoreDrill({
          client,
          table,
          ...(await drillOnAws(client, stack, table)),
          paidOn: jobsPaidOn,
          now: Date.now,
          pause: () => sleep(10_000),
          print,
        })),
      };
    },
  },
  restore: {
    takes: 'SECOND',
    help: 'The service goes on with its table as it was at that second, 2026-11-24T01:30:00Z. First it only says\nwhat it will do, and with --yes does it. Cut off, it is typed again and goes on: docs/restore.md.',
    async run({ stack, value, isSure, print, ask }) {
      const [{ restore }, { awsWorld }] = await Promise.all([
        import('../restore/restore.ts'),
        import('../restore/aws.ts'),
      ]);
      const audit = async (day: string) => {
        const { says, balanced } = await ask({ command: 'reconcile', day });
        return { says: `${says}`, balanced: balanced === true };
      };
      return restore(awsWorld({ stack, print, audit }), { stack, second: value, isSure });
    },
  },
  'renew-edge-secret': {
    help: 'Makes the secret anew that CloudFront does not show:\ndocs/deploy.md, "The secret of the edge".',
    async run({ operate }) {
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
