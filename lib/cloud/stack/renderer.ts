/** What the one function with a browser has of its own: Chromium in its package, x86_64 because Chromium is, room, a ceiling. */
import type { CfnParameter } from 'aws-cdk-lib';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { shipChromium } from '../../../shared/rendering/chromium/unpack-chromium.ts';
import type { ServiceLambda } from './lambda.ts';
import { unlessEmpty } from './parameters.ts';

export const ephemeralMb = 1_024;

/** Who may write what was printed: nobody else prints. */
export const isRenderer = ({ needs }: FunctionRow): boolean => needs.includes('documents:print');

/** 209 MB, so only where the package is really deployed. */
export const addChromium = (packageFolder: string): Promise<void> => shipChromium(packageFolder);

/** `concurrency`: how many may print at the same time; empty reserves nothing, since a new account has too little to reserve. */
export function furnishRenderer({ lambda }: ServiceLambda, concurrency: CfnParameter): void {
  const resource = lambda.node.defaultChild as CfnFunction;
  resource.architectures = ['x86_64'];
  resource.ephemeralStorage = { size: ephemeralMb };
  resource.addPropertyOverride('ReservedConcurrentExecutions', unlessEmpty(concurrency));
}
