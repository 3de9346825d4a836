/** What an operator copies after a deployment: where callers, assistants and providers find the service. */
import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { FunctionRow } from '../../functions/manifest.ts';

export const isWebhookRoute = (route: string): boolean => /^POST \/v1\/webhooks\//.test(route);

interface Addresses {
  readonly baseUrl: string;
  /** Of the functions with an address of their own, by the names of their functions. */
  readonly urls: Readonly<Record<string, string>>;
}

export function outputs(stack: Stack, rows: readonly FunctionRow[], { baseUrl, urls }: Addresses): void {
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  for (const { name, trigger } of rows) {
    if ('functionUrl' in trigger)
      new CfnOutput(stack, `${capital(name)}Url`, { value: `${urls[name]}${trigger.functionUrl.slice(1)}` });
    for (const path of 'http' in trigger ? trigger.http.filter(isWebhookRoute).map(belowBase) : [])
      new CfnOutput(stack, `WebhookUrl${capital(path.split('/').at(-1) ?? '')}`, { value: `${baseUrl}${path}` });
  }
}

const belowBase = (route: string): string => route.slice('POST /v1'.length);

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
