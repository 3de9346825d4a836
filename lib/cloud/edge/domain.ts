/** The operator's own domain name on the HTTP API, for a stack without the edge. */
import { type CfnCondition, type CfnParameter, CfnRule, Fn, type Stack } from 'aws-cdk-lib';
import { CfnApiMapping, CfnDomainName, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { isGiven, type Parameters, unlessEmpty } from '../stack/parameters.ts';

/** CloudFormation refuses one without the other before anything changes. */
function givenTogether(stack: Stack, { domainName, certificateArn }: Parameters): void {
  const isEmpty = ({ valueAsString }: CfnParameter) => Fn.conditionEquals(valueAsString, '');
  const are = (empty: boolean) =>
    Fn.conditionAnd(
      ...[domainName, certificateArn].map((one) => (empty ? isEmpty(one) : Fn.conditionNot(isEmpty(one)))),
    );
  new CfnRule(stack, 'NameAndCertificate', {
    assertions: [
      {
        assert: Fn.conditionOr(are(true), are(false)),
        assertDescription: 'DomainName and CertificateArn are given together, or neither.',
      },
    ],
  });
}

export interface DnsTarget {
  readonly value: string;
  readonly condition?: CfnCondition;
}

/** Puts the API under the name, if given, and returns the target of its DNS entry. Only the edge takes MCP, too. */
export function apiUnderName(stack: Stack, api: HttpApi, given: Parameters): DnsTarget {
  givenTogether(stack, given);
  const { domainName, certificateArn } = given;
  const condition = isGiven(domainName);
  const name = new CfnDomainName(stack, 'ApiDomain', {
    domainName: domainName.valueAsString,
    domainNameConfigurations: [
      { certificateArn: unlessEmpty(certificateArn), endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' },
    ],
  });
  const mapping = new CfnApiMapping(stack, 'ApiDomainMapping', {
    apiId: api.apiId,
    domainName: name.ref,
    stage: '$default',
  });
  mapping.node.addDependency(stack.node.findChild('Stage'));
  for (const resource of [name, mapping]) resource.cfnOptions.condition = condition;
  return { value: name.attrRegionalDomainName, condition };
}
