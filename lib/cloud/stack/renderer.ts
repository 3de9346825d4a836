/** The settings of the one function with a browser: Chromium and its x86_64, disk space, a concurrency limit. */
import type { CfnParameter } from 'aws-cdk-lib';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { shipChromium } from '../../../shared/rendering/chromium/unpack-chromium.ts';
import type { ServiceLambda } from './lambda.ts';
import { unlessEmpty } from './parameters.ts';

export const ephemeralMb = 1_024;

/** The renderer alone may write printed documents. */
export const isRenderer = ({ needs }: FunctionRow): boolean => needs.includes('documents:print');

/** Adds 209 MB, so it is called only for a real deployment. */
export const addChromium = (packageFolder: string): Promise<void> => shipChromium(packageFolder);

/** `concurrency` may print at once. Empty reserves nothing, because a new account has too little to reserve. */
export function furnishRenderer({ lambda }: ServiceLambda, concurrency: CfnParameter): void {
  const resource = lambda.node.defaultChild as CfnFunction;
  resource.architectures = ['x86_64'];
  resource.ephemeralStorage = { size: ephemeralMb };
  resource.addPropertyOverride('ReservedConcurrentExecutions', unlessEmpty(concurrency));
}
