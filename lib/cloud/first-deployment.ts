/** Whether a deployment is the first of its stack: that one is made otherwise than those that change it. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

/** `false` for a role that may not look. */
export async function isFirstDeployment(StackName: string): Promise<boolean> {
  const client = new CloudFormationClient({ region: process.env.CDK_DEFAULT_REGION });
  // States in which a stack has never served: whatever it made is removed by the next deployment.
  const neverServed = /^(REVIEW_IN_PROGRESS|CREATE_FAILED|ROLLBACK_\w+|DELETE_\w+)$/;
  try {
    const [stack] = (await client.send(new DescribeStacksCommand({ StackName }))).Stacks ?? [];
    return stack === undefined || neverServed.test(stack.StackStatus ?? '');
  } catch (error) {
    return /does not exist/.test((error as Error).message);
  } finally {
    client.destroy();
  }
}
