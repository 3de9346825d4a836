/** The function that operators invoke. Its name is fixed, so that their tools and rights can name it. */
import { Aws, CfnOutput } from 'aws-cdk-lib';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { ServiceLambda } from './lambda.ts';

export const isForOperators = ({ row }: { readonly row: { readonly name: string } }): boolean => row.name === 'operate';

/** `npm run ops` derives the same name from the stack's. */
export function nameForOperators({ lambda }: ServiceLambda): void {
  const { stack } = lambda;
  (lambda.node.defaultChild as CfnFunction).functionName = `${Aws.STACK_NAME}-operate`;
  new CfnOutput(stack, 'OperateFunction', { value: lambda.functionName });
}
