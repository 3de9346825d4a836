/**
 * Lets the API start functions by one role, which may start those behind its routes and nothing else. A permission at each
 * function would say the same with one more resource for each, and CloudFormation takes 500 in a stack.
 */
import { createHash } from 'node:crypto';
import {
  HttpIntegrationType,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ServiceLambda } from './lambda.ts';

export interface ApiCaller {
  readonly role: Role;
  readonly rights: PolicyDocument;
}

/**
 * Others behind the routes, another role: CloudFormation takes the old one away last, so a route finds the function that it
 * still leads to.
 */
export function apiCaller(scope: Construct, functions: readonly ServiceLambda[]): ApiCaller {
  const rights = new PolicyDocument();
  // Without the name of the stack: a stage differs in nothing but names.
  const entries = functions.map(({ entry }) => entry.node.path.replace(/^[^/]*/, '')).sort();
  const digest = createHash('sha256').update(entries.join()).digest('hex').slice(0, 8);
  const role = new Role(scope, `ApiRole-${digest}`, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { rights },
  });
  return { role, rights };
}

export class IntegrationByRole extends HttpRouteIntegration {
  readonly #config: HttpRouteIntegrationConfig;

  constructor(id: string, { functionArn }: IFunction, { role, rights }: ApiCaller) {
    super(id);
    rights.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }));
    this.#config = {
      type: HttpIntegrationType.AWS_PROXY,
      uri: functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(role),
    };
  }

  bind(): HttpRouteIntegrationConfig {
    return this.#config;
  }
}
