/** The stack's outputs: the addresses that an operator copies for callers, assistants and providers, and where keys go. */
import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { FunctionRow } from '../../../functions/manifest.ts';
import type { serviceSecrets } from '../packaging/secret.ts';
import type { StackUrls } from './addresses.ts';
import { isWebhookRoute } from './webhooks.ts';

export function outputs(
  stack: Stack,
  rows: readonly FunctionRow[],
  { baseUrl, urls, dnsTarget, secrets }: StackUrls,
  { seed, issued }: ReturnType<typeof serviceSecrets>,
): void {
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  new CfnOutput(stack, 'DnsTarget', { ...dnsTarget, description: 'What the DNS entry of DomainName points to' });
  new CfnOutput(stack, 'SecretArn', { value: seed.secretArn, description: 'The secret of the seed' });
  new CfnOutput(stack, 'IssuedKeysArn', { value: issued.secretArn, description: 'The secret of issued keys' });
  if (secrets !== undefined)
    new CfnOutput(stack, 'HiddenEdgeSecretArn', {
      value: secrets.hiddenArn,
      description: 'The one of the two secrets that CloudFront does not show',
    });
  for (const { name, trigger } of rows) {
    if ('functionUrl' in trigger)
      new CfnOutput(stack, `${capital(name)}Url`, { value: urls[trigger.functionUrl] ?? '' });
    for (const route of 'http' in trigger ? trigger.http.filter(isWebhookRoute) : [])
      new CfnOutput(stack, `WebhookUrl${capital(route.split('/').at(-1) ?? '')}`, {
        value: `${baseUrl}${route.slice('POST /v1'.length)}`,
      });
  }
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
