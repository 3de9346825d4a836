/** The fate of data when the stack is removed: it stays, unless the operator has said otherwise. */
import { RemovalPolicy } from 'aws-cdk-lib';

export type Retention = 'keep' | 'remove';

export const removalOf = (keeping: Retention): RemovalPolicy =>
  keeping === 'keep' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
