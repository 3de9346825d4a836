/** What an operator copies after a deployment: where callers, assistants and providers find the service. */
import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { FunctionRow } from '../../../functions/manifest.ts';
import type { Addresses } from './addresses.ts';
import { isWebhookRoute } from './webhooks.ts';

export function outputs(stack: Stack, rows: readonly FunctionRow[], { baseUrl, urls, dnsTarget }: Addresses): void {
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  new CfnOutput(stack, 'DnsTarget', { ...dnsTarget, description: 'What the DNS entry of DomainName points to' });
  for (const { name, trigger } of rows) {
    if ('functionUrl' in trigger)
      new CfnOutput(stack, `${capital(name)}Url`, { value: urls[trigger.functionUrl] ?? '' });
    for (const path of 'http' in trigger ? trigger.http.filter(isWebhookRoute).map(belowBase) : [])
      new CfnOutput(stack, `WebhookUrl${capital(path.split('/').at(-1) ?? '')}`, { value: `${baseUrl}${path}` });
  }
}

const belowBase = (route: string): string => route.slice('POST /v1'.length);

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
