/** The fate of data when the stack is removed: it stays, unless the operator has said otherwise. */
import { RemovalPolicy } from 'aws-cdk-lib';

export type Retention = 'keep' | 'remove';

/** Data that a failed first deployment has made holds nothing yet, and would stand in the way of the next. */
export const removalOf = (keeping: Retention): RemovalPolicy =>
  keeping === 'keep' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
