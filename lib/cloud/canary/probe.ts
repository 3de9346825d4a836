/**
 * CodeDeploy's hook before a new version gets its first call. It makes a request of the version that can do no harm, and
 * tells CodeDeploy whether it was answered: where few people call, nobody else would find out in time.
 */

/** Clients of AWS as the runtime of Lambda brings them; the first argument is the command's name. */
export interface AwsCalls {
  codeDeploy(command: string, input: object): Promise<AwsAnswer>;
  lambda(command: string, input: object): Promise<AwsAnswer>;
}

export interface AwsAnswer {
  readonly targetIds?: readonly string[];
  readonly deploymentTargets?: readonly {
    readonly lambdaTarget?: {
      readonly lambdaFunctionInfo?: { readonly functionName?: string; readonly targetVersion?: string };
    };
  }[];
  readonly Description?: string;
  readonly FunctionError?: string;
  readonly Payload?: Uint8Array;
}

export interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

/**
 * The probes, by the function's name in the manifest: the key of a route, or `emptyBatch`. A function without one is not
 * called.
 */
export type Probes = Readonly<Record<string, string>>;

export const emptyBatch = 'an empty batch';

/** A request for nothing that is there, without a body: it is refused, and changes nothing. */
function requestOf(routeKey: string): object {
  const [method = 'GET', path = '/'] = routeKey === '$default' ? [] : routeKey.split(' ');
  const rawPath = path.replaceAll(/\{[^}]*\}/g, 'none');
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: '',
    headers: { 'user-agent': 'canary' },
    pathParameters: Object.fromEntries(names.map((name) => [name, 'none'])),
    // An address for documentation (RFC 5737): nobody calls from there.
    requestContext: {
      requestId: 'canary',
      routeKey,
      domainName: 'canary.invalid',
      timeEpoch: 0,
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'canary' },
    },
    isBase64Encoded: false,
  };
}

const probeEvent = (probe: string): object => (probe === emptyBatch ? { Records: [] } : requestOf(probe));

/** Never throws: CodeDeploy would wait an hour for an answer. */
export async function tryVersion(event: HookEvent, calls: AwsCalls, probes: Probes): Promise<'Succeeded' | 'Failed'> {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } = event;
  const fault = await faultOf(deploymentId, calls, probes).catch((error: Error) => `${error.name}: ${error.message}`);
  if (fault !== undefined) console.error(JSON.stringify({ level: 'info', message: 'canary refused', reason: fault }));
  const status = fault === undefined ? 'Succeeded' : 'Failed';
  await calls.codeDeploy('PutLifecycleEventHookExecutionStatus', {
    deploymentId,
    lifecycleEventHookExecutionId,
    status,
  });
  return status;
}

/** A reason, or nothing. */
async function faultOf(
  deploymentId: string,
  { codeDeploy, lambda }: AwsCalls,
  probes: Probes,
): Promise<string | undefined> {
  const { targetIds = [] } = await codeDeploy('ListDeploymentTargets', { deploymentId });
  const { deploymentTargets = [] } = await codeDeploy('BatchGetDeploymentTargets', { deploymentId, targetIds });
  const { functionName: FunctionName, targetVersion: Qualifier } =
    deploymentTargets[0]?.lambdaTarget?.lambdaFunctionInfo ?? {};
  if (FunctionName === undefined || Qualifier === undefined) return 'CodeDeploy does not say which version is new.';
  const { Description = '' } = await lambda('GetFunctionConfiguration', { FunctionName, Qualifier });
  const probe = probes[/^print-and-mail ([\w-]+)/.exec(Description)?.[1] ?? ''];
  if (probe === undefined) return undefined;
  const { FunctionError, Payload } = await lambda('Invoke', {
    FunctionName,
    Qualifier,
    Payload: JSON.stringify(probeEvent(probe)),
  });
  if (FunctionError !== undefined) return `${Description}: ${FunctionError}`;
  const answered = JSON.parse(new TextDecoder().decode(Payload) || 'null') as { readonly statusCode?: number } | null;
  return (answered?.statusCode ?? 0) >= 500 ? `${Description} answered ${answered?.statusCode}.` : undefined;
}
