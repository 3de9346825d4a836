/** The stack as it stands before a deployment: the first of all is made otherwise than those that change it. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

export interface StackBefore {
  /** False before the first deployment, and after one that failed: whatever it made is removed by the next. */
  readonly stands: boolean;
  readonly parameters: Readonly<Record<string, string>>;
}

/** States in which a stack has never served: the next deployment makes it anew. */
const neverServed = /^(REVIEW_IN_PROGRESS|CREATE_FAILED|ROLLBACK_\w+|DELETE_\w+)$/;

const nothing: StackBefore = { stands: false, parameters: {} };

/** `undefined` for a role that may not look. */
export async function standingStack(StackName: string): Promise<StackBefore | undefined> {
  const client = new CloudFormationClient({ region: process.env.CDK_DEFAULT_REGION });
  try {
    const [stack] = (await client.send(new DescribeStacksCommand({ StackName }))).Stacks ?? [];
    if (stack === undefined || neverServed.test(stack.StackStatus ?? '')) return nothing;
    const given = stack.Parameters ?? [];
    const parameters = given.map(({ ParameterKey = '', ParameterValue = '' }) => [ParameterKey, ParameterValue]);
    return { stands: true, parameters: Object.fromEntries(parameters) };
  } catch (error) {
    return /does not exist/.test((error as Error).message) ? nothing : undefined;
  } finally {
    client.destroy();
  }
}
