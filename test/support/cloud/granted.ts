/** A function's permissions, read from its role's policies. */
import type { Resource, Template } from './synthesized.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: { readonly 'ForAllValues:StringLike'?: { readonly 'dynamodb:LeadingKeys': string[] } };
}

/** A role's inline policies. */
export const policiesIn = (role: Resource | undefined): readonly { readonly Statement: readonly Statement[] }[] =>
  (role?.Properties.Policies ?? []).map(({ PolicyDocument }: { PolicyDocument: object }) => PolicyDocument);

/** Permissions such as `dynamodb:GetItem on Table of job_*`. Throws if the template doesn't have the function. */
export function grantedTo({ Resources }: Template, name: string): string[] {
  const lambda = Object.values(Resources).find(
    ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.Description === `print-and-mail ${name}`,
  );
  if (lambda === undefined) throw new Error(`no function ${name} in the template`);
  const role = lambda.Properties.Role['Fn::GetAtt'][0];
  const statements = policiesIn(Resources[role]).flatMap(({ Statement }) => Statement);
  return statements.flatMap(({ Action, Resource, Condition }) => {
    const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
    const ofKeys = keys === undefined ? '' : ` of ${[keys].flat().join(', ')}`;
    const resources = [Resource].flat().map((resource) => `${nameOf(resource)}${ofKeys}`);
    return [Action].flat().flatMap((action) => resources.map((resource) => `${action} on ${resource}`));
  });
}

/** The resource as text, such as `Table/index/due`, without the hash in its logical id. */
function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const { 'Fn::GetAtt': attribute, 'Fn::Join': joined, Ref } = resource as Record<string, [string, unknown[]]>;
  return joined
    ? withShortNames(joined[1].map(nameOf).join(''))
    : String(attribute?.[0] ?? Ref).replace(/[0-9A-F]{8}$/, '');
}

const ofAccount = 'AWS::Region:AWS::AccountId';
/** Names for the main stage's stores and secrets, which policies refer to by these ARNs. */
const shortNames: Readonly<Record<string, string>> = {
  [`dynamodb:${ofAccount}:table/PrintAndMail-table`]: 'Table',
  's3:::printandmail-main-AWS::AccountId-AWS::Region': 'Documents',
  [`secretsmanager:${ofAccount}:secret:PrintAndMail/seed-??????`]: 'Secret',
  [`secretsmanager:${ofAccount}:secret:PrintAndMail/fingerprints-??????`]: 'Fingerprints',
  [`secretsmanager:${ofAccount}:secret:PrintAndMail/issued-??????`]: 'IssuedKeys',
};

const withShortNames = (arn: string): string =>
  Object.entries(shortNames).reduce((text, [name, short]) => text.replace(`arn:AWS::Partition:${name}`, short), arn);
