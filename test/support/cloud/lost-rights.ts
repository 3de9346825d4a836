/**
 * The rights that roles lose from one template to the next. CloudFormation changes a role before the function that has it,
 * so the old version, which serves until the new one has taken over, would go on without them.
 */
import { policiesIn } from './granted.ts';
import type { Template } from './synthesized.ts';

interface Right {
  readonly action: string;
  readonly resource: string;
  /** As JSON. `null`: the right holds always. */
  readonly condition: string;
}

/**
 * As `role: action on resource if condition`. A role that goes loses nothing: CloudFormation removes what a template has
 * no more once every route, queue and schedule leads elsewhere.
 */
export function lostRights(before: Template, after: Template): string[] {
  const now = rightsOf(after);
  return [...rightsOf(before)].flatMap(([role, rights]) => {
    const kept = now.get(role);
    const lost = kept === undefined ? [] : rights.filter((right) => !kept.some((each) => covers(each, right)));
    return lost.map(({ action, resource, condition }) => `${role}: ${action} on ${resource} if ${condition}`);
  });
}

const covers = (wide: Right, right: Right): boolean =>
  wide.action === right.action &&
  (wide.resource === right.resource ||
    (wide.resource.endsWith(':*') && right.resource.startsWith(wide.resource.slice(0, -1)))) &&
  (wide.condition === right.condition || wide.condition === 'null');

/** One for each action, resource and key, by the role's logical id. */
function rightsOf(template: Template): ReadonlyMap<string, readonly Right[]> {
  const roles = Object.entries(template.Resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
  return new Map(
    roles.map(([id, role]) => [
      id,
      policiesIn(role).flatMap(({ Statement }) => Statement.flatMap((statement) => single(statement, template))),
    ]),
  );
}

type Statement = ReturnType<typeof policiesIn>[number]['Statement'][number];

function single({ Action, Resource, Condition }: Statement, template: Template): Right[] {
  const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
  const conditions = (keys === undefined ? [Condition ?? null] : [keys].flat()).map((each) => JSON.stringify(each));
  const resources = [Resource].flat().map((each) => shown(each, template));
  return [Action]
    .flat()
    .flatMap((action) =>
      resources.flatMap((resource) => conditions.map((condition) => ({ action, resource, condition }))),
    );
}

/** A reference by its logical id, and an alias or a version as one of its function. */
function shown(resource: unknown, template: Template): string {
  if (typeof resource === 'string') return resource;
  const { 'Fn::GetAtt': attribute, 'Fn::Join': joined, Ref } = resource as Record<string, [string, unknown[]]>;
  if (joined) return joined[1].map((each) => shown(each, template)).join('');
  const id = String(attribute?.[0] ?? Ref);
  const of = template.Resources[id]?.Properties?.FunctionName?.Ref;
  return of === undefined ? id : `${of}:${id}`;
}
