/** The settings of the one function with a browser: Chromium and its x86_64, disk space. */
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { shipChromium } from '../../../shared/rendering/chromium/unpack-chromium.ts';
import type { ServiceLambda } from './lambda.ts';

/** The renderer alone may write printed documents. */
export const isRenderer = ({ needs }: Pick<FunctionRow, 'needs'>): boolean => needs.includes('documents:print');

/** Adds 209 MB, so it is called only for a real deployment. */
export const addChromium = (packageFolder: string): Promise<void> => shipChromium(packageFolder);

export function furnishRenderer({ lambda }: ServiceLambda): void {
  const resource = lambda.node.defaultChild as CfnFunction;
  resource.architectures = ['x86_64'];
  resource.ephemeralStorage = { size: 1_024 };
}
