/** The whole service as one CloudFormation stack, read from the manifest: it loops and composes, and builds nothing itself. */
import { type App, Stack } from 'aws-cdk-lib';
import { type FunctionRow, manifest } from '../../functions/manifest.ts';
import { alarms } from './alarms.ts';
import { httpApi } from './api.ts';
import { documentsBucket } from './documents.ts';
import { type HouseLambda, houseLambda } from './house-lambda.ts';
import type { Keeping } from './keeping.ts';
import { type Estate, provide } from './needs.ts';
import { outputs } from './outputs.ts';
import { type Parameters, parameters, unlessEmpty } from './parameters.ts';
import { jobsQueue } from './queue.ts';
import { furnishRenderer, isRenderer } from './renderer.ts';
import { serviceSecret } from './secret.ts';
import { jobsTable } from './table.ts';
import { attach } from './triggers.ts';

export interface ServiceOptions {
  /** The folder that a function's package is made of. */
  readonly packageOf: (name: string) => string;
  readonly keeping: Keeping;
  readonly rows?: readonly FunctionRow[];
}

export function service(app: App, { packageOf, keeping, rows = manifest }: ServiceOptions): Stack {
  const stack = new Stack(app, 'PrintAndMail', {
    description: 'Letters, checks and faxes: quoted, paid once, sent once.',
  });
  const given = parameters(stack);
  const functions = rows.map((row) => houseLambda(stack, row, packageOf(row.name)));
  const renderer = functions.find(({ row }) => isRenderer(row));
  const estate: Estate = {
    table: jobsTable(stack, keeping),
    queue: jobsQueue(stack, rows),
    documents: documentsBucket(stack, keeping),
    secret: serviceSecret(stack, keeping),
    renderer: renderer?.lambda,
  };
  const api = httpApi(stack);
  const baseUrl = unlessEmpty(given.publicBaseUrl, `${api.apiEndpoint}/v1`);
  const urls: Record<string, string> = {};
  for (const house of functions) {
    provide(house.row, house.lambda, estate);
    if (house !== renderer) configure(house, given, baseUrl);
    const url = attach(house, { api, queue: estate.queue });
    if (url !== undefined) urls[house.row.name] = url.url;
  }
  if (renderer !== undefined) furnishRenderer(renderer, given.renderConcurrency);
  alarms(stack, { functions, api, queue: estate.queue, parameters: given });
  outputs(stack, rows, { baseUrl, urls });
  return stack;
}

/** The renderer is told nothing of the service. */
function configure({ lambda }: HouseLambda, { settings }: Parameters, baseUrl: string): void {
  for (const [variable, parameter] of Object.entries(settings)) lambda.addEnvironment(variable, unlessEmpty(parameter));
  lambda.addEnvironment('PUBLIC_BASE_URL', baseUrl);
}
