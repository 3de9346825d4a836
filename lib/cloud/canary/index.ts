/** The code of the hook's function. The runtime brings the clients, so they are no packages of the project. */
import { createRequire } from 'node:module';
import { type AwsAnswer, type AwsCalls, type HookEvent, tryVersion } from './probe.ts';

interface Sdk {
  readonly [name: string]: new (input: object) => { send(command: object): Promise<AwsAnswer> };
}

const bring = createRequire('/var/runtime/');

const callsOf = (service: string, client: string): AwsCalls['lambda'] => {
  const sdk = bring(`@aws-sdk/client-${service}`) as Sdk;
  const Client = sdk[client];
  return async (command, input) => {
    const Command = sdk[`${command}Command`];
    if (Client === undefined || Command === undefined) throw new Error(`The runtime has no ${command}.`);
    return new Client({}).send(new Command(input));
  };
};

export const handler = (event: HookEvent) =>
  tryVersion(
    event,
    { codeDeploy: callsOf('codedeploy', 'CodeDeployClient'), lambda: callsOf('lambda', 'LambdaClient') },
    JSON.parse(process.env.PROBES ?? '{}'),
  );
