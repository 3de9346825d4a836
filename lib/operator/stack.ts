/** A stack as CloudFormation knows it, by the operator's own rights. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { contextOf } from '../cloud/adoption/adopted.ts';

export interface StackSeen {
  readonly isChanging: boolean;
  readonly parameters: Readonly<Record<string, string>>;
}

export async function seenStack(client: CloudFormationClient, StackName: string): Promise<StackSeen> {
  const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  const given = found?.Parameters ?? [];
  return {
    isChanging: found?.StackStatus?.endsWith('_IN_PROGRESS') ?? false,
    parameters: Object.fromEntries(
      given.map(({ ParameterKey = '', ParameterValue = '' }) => [ParameterKey, ParameterValue]),
    ),
  };
}

/** The names of a stack's resources of one type, as AWS calls them. */
export async function namesOf(client: CloudFormationClient, StackName: string, type: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === type && PhysicalResourceId !== undefined) names.push(PhysicalResourceId);
  return names;
}

/** The bucket and the secrets that the stack has made or adopted. */
export async function dataOf(stack: string) {
  const client = new CloudFormationClient();
  const { table: _, bucket: adopted, ...context } = contextOf((await seenStack(client, stack)).parameters);
  const [own] = await namesOf(client, stack, 'AWS::S3::Bucket');
  const secrets = Object.values(context).filter((value) => value.startsWith('arn:'));
  return {
    bucket: adopted ?? own ?? '',
    secrets: [...secrets, ...(await namesOf(client, stack, 'AWS::SecretsManager::Secret'))],
  };
}
