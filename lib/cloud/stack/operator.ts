/** The function that operators invoke: its name is known beforehand, so that their tools and their rights can say it. */
import { CfnOutput } from 'aws-cdk-lib';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { ServiceLambda } from './lambda.ts';

export const isForOperators = ({ row }: ServiceLambda): boolean => row.name === 'operate';

/** `npm run ops` makes the same name of the stack's. */
export function nameForOperators({ lambda }: ServiceLambda): void {
  const { stack } = lambda;
  (lambda.node.defaultChild as CfnFunction).functionName = `${stack.stackName}-operate`;
  new CfnOutput(stack, 'OperateFunction', { value: lambda.functionName });
}
