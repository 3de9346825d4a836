/** The whole service as one CloudFormation stack, composed from the manifest; it builds no resource itself. */
import { type App, Aws, CfnOutput, CfnParameter, CfnRule, Fn, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type FunctionRow, manifest, type Trigger } from '../../functions/manifest.ts';
import { mainStage, stackNameOf } from '../stage.ts';
import { isRenderer, isWebhookRoute, lambdaRows } from './lambda-rows.ts';
import { direct, onEdge, type StackUrls, variablesFor } from './stack/addresses.ts';
import { enteredOf, shift } from './stack/canary.ts';
import { documentsBucket, jobsTable, type Retention, serviceSecrets } from './stack/data.ts';
import { emailResources } from './stack/emails.ts';
import { type ServiceLambda, serviceLambda } from './stack/lambda.ts';
import { provide, type Resources } from './stack/needs.ts';
import { isGiven, numberUnlessEmpty, type Parameters, parameters, unlessEmpty } from './stack/parameters.ts';
import { queuesOf } from './stack/queue.ts';
import { apiCaller, attachTriggers } from './stack/triggers.ts';
import { stackAlarms } from './watching/alarms/alarms.ts';
import { dashboards } from './watching/dashboard.ts';
import { namespace } from './watching/measured.ts';

function httpApi(scope: Construct, { apiRate }: Parameters): HttpApi {
  const api = new HttpApi(scope, 'Api', {
    apiName: Aws.STACK_NAME,
    createDefaultStage: false,
    description: 'print-and-mail',
  });
  const log = new LogGroup(scope, 'AccessLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // Requests a second, all callers together. The API answers 429 beyond them, before a request costs anything.
  const throttle = { rateLimit: 200, burstLimit: 400 };
  new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: {
      rateLimit: numberUnlessEmpty(apiRate, throttle.rateLimit),
      burstLimit: numberUnlessEmpty(apiRate, throttle.burstLimit),
    },
    accessLogSettings: {
      destination: new LogGroupLogDestination(log),
      format: AccessLogFormat.custom(
        JSON.stringify({
          requestId: '$context.requestId',
          route: '$context.routeKey',
          status: '$context.status',
          latencyMs: '$context.responseLatency',
          answerBytes: '$context.responseLength',
          at: '$context.requestTime',
        }),
      ),
    },
  });
  return api;
}

function reserveConcurrency({ row, lambda }: ServiceLambda, { concurrency }: Parameters): void {
  const reservedBy = (trigger: Trigger): keyof Parameters['concurrency'] | undefined => {
    if ('queue' in trigger) return trigger.queue === 'jobs' ? 'fulfil' : undefined;
    if ('functionUrl' in trigger) return 'mcp';
    return 'http' in trigger && trigger.http.some(isWebhookRoute) ? 'webhook' : undefined;
  };
  const reserved = isRenderer(row) ? 'render' : row.triggers.map(reservedBy).find((reserved) => reserved !== undefined);
  // It bounds how many of them wait for their orders: `orders/events/receive-payment-event.ts`.
  if (reserved === 'webhook')
    // All functions of a new account together.
    lambda.addEnvironment('WEBHOOK_CONCURRENCY', unlessEmpty(concurrency.webhook, '10'));
  // Who reserves for paid jobs reserves for what finds them: one round of the sweeper runs at a time.
  const most =
    row.name === 'reconcile'
      ? Fn.conditionIf(isGiven(concurrency.fulfil).logicalId, 1, Aws.NO_VALUE)
      : reserved && unlessEmpty(concurrency[reserved]);
  if (most === undefined) return;
  const resource = lambda.node.defaultChild as CfnFunction;
  resource.addPropertyOverride('ReservedConcurrentExecutions', most);
}

function budget(stack: Stack, topic: Topic, { monthlyBudget }: Parameters): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('budgets.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(topic).account } },
    }),
  );
  const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
  // In hundredths of it: what was spent, and what the month will come to if it goes on so.
  const thresholds = { ACTUAL: 80, FORECASTED: 100 } as const;
  const made = new CfnBudget(stack, 'Budget', {
    budget: {
      // The mail names it.
      budgetName: Aws.STACK_NAME,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: Token.asNumber(monthlyBudget.value), unit: 'USD' },
    },
    notificationsWithSubscribers: Object.entries(thresholds).map(([notificationType, threshold]) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    })),
  });
  made.cfnOptions.condition = isGiven(monthlyBudget);
  // With it comes the topic's policy, without which the first mail would be refused.
  made.node.addDependency(topic);
}

type FlagName = 'edge' | 'canary' | 'quiet';

/**
 * The stack remembers each flag in a parameter, which stays from one deployment to the next. CloudFormation refuses a
 * template of another value before anything changes.
 */
function rememberFlags(stack: Stack, requested: Readonly<Record<FlagName, boolean>>): void {
  const flags: Readonly<
    Record<
      FlagName,
      {
        readonly parameter: string;
        readonly what: string;
        /** In sentences; by default by its name. */
        readonly called?: string;
      }
    >
  > = {
    edge: { parameter: 'EdgeFlag', what: 'Whether CloudFront stands before the service' },
    canary: { parameter: 'CanaryFlag', what: 'Whether new versions take over gradually' },
    quiet: { parameter: 'QuietFlag', what: 'Whether the stage has no alarms', called: 'flag quiet' },
  };
  for (const [name, { parameter: id, what, called = name }] of Object.entries(flags)) {
    const isOn = requested[name as FlagName];
    const value = isOn ? 'on' : '';
    const description = `${what}: on, or empty. It says what the flag ${name} says.`;
    const parameter = new CfnParameter(stack, id, { type: 'String', default: value, description });
    const assertDescription = isOn
      ? `This stack has no ${called}. To bring it: --context ${name}=true --parameters ${id}=on`
      : `This stack has the ${called}: give --context ${name}=true with every deployment. To take it away: --parameters ${id}=`;
    const assert = Fn.conditionEquals(parameter.valueAsString, value);
    new CfnRule(stack, `Same${id}`, { assertions: [{ assert, assertDescription }] });
  }
}

function outputs(
  stack: Stack,
  rows: readonly FunctionRow[],
  { baseUrl, urls, dnsTarget, secrets }: StackUrls,
  { seed, issued }: ReturnType<typeof serviceSecrets>,
): void {
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  new CfnOutput(stack, 'DnsTarget', { ...dnsTarget, description: 'What the DNS entry of DomainName points to' });
  new CfnOutput(stack, 'SecretArn', { value: seed.secretArn, description: 'The secret of the seed' });
  new CfnOutput(stack, 'IssuedKeysArn', { value: issued.secretArn, description: 'The secret of issued keys' });
  if (secrets !== undefined)
    new CfnOutput(stack, 'HiddenEdgeSecretArn', {
      value: secrets.hiddenArn,
      description: 'The one of the two secrets that CloudFront does not show',
    });
  const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  for (const { name, trigger } of rows) {
    if ('functionUrl' in trigger)
      new CfnOutput(stack, `${capital(name)}Url`, { value: urls[trigger.functionUrl] ?? '' });
    for (const route of 'http' in trigger ? trigger.http.filter(isWebhookRoute) : [])
      new CfnOutput(stack, `WebhookUrl${capital(route.split('/').at(-1) ?? '')}`, {
        value: `${baseUrl}${route.slice('POST /v1'.length)}`,
      });
  }
}

/** `npm run ops` derives the same name from the stack's. */
function nameForOperators({ lambda }: ServiceLambda): void {
  const { stack } = lambda;
  (lambda.node.defaultChild as CfnFunction).functionName = `${Aws.STACK_NAME}-operate`;
  new CfnOutput(stack, 'OperateFunction', { value: lambda.functionName });
}

interface ServiceOptions {
  readonly packageOf: (name: string) => string;
  readonly keeping: Retention;
  /** Which of several in one account; by default the one that nobody has to name. */
  readonly stage?: string;
  /** Whether CloudFront is in front of the service. */
  readonly hasEdge?: boolean;
  /** Whether the stack has never served: a deployment that fails must not leave behind what the next stumbles over. */
  readonly isFirst?: boolean;
  /** Whether new versions take over gradually. */
  readonly hasCanary?: boolean;
  /** Whether nobody watches: no alarms, no dashboards and no metrics of our own, for a stage that one person tries. */
  readonly isQuiet?: boolean;
  /** The name of this deployment. It forces new versions even if nothing else has changed. */
  readonly release?: string;
  /** The region of the deployment, if the CDK knows it. */
  readonly region?: string;
}

export function serviceStack(app: App, options: ServiceOptions): Stack {
  const {
    packageOf,
    keeping,
    stage = mainStage,
    isFirst = false,
    hasEdge = false,
    hasCanary = false,
    isQuiet = false,
    release,
    region,
  } = options;
  // A stack that gives its data up is meant to go.
  const isProtected = keeping === 'keep' && !isFirst;
  const stack = new Stack(app, stackNameOf(stage), {
    description: 'Letters, checks and faxes: quoted, paid once, sent once.',
    // CloudFormation passes them on to everything it makes, so a bill can be read by stage.
    tags: { service: 'print-and-mail', stage },
    terminationProtection: isProtected,
    // CloudFormation takes a template of at most 1 MB, blanks included.
    suppressTemplateIndentation: true,
  });
  // The CDK makes each function depend on its role, which the function refers to anyway. An alias is a function for SNS.
  stack.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005', 'W3694'] } } };
  const params = parameters(stack, hasEdge);
  rememberFlags(stack, { edge: hasEdge, canary: hasCanary, quiet: isQuiet });
  const rows = lambdaRows(manifest);
  const functions = rows.map((row) =>
    serviceLambda(stack, row, {
      packageFolder: packageOf(row.name),
      entered: hasCanary ? enteredOf(row) : 'function',
      release,
    }),
  );
  const renderer = functions.find(({ row }) => isRenderer(row));
  const resources: Resources = {
    table: jobsTable(stack, keeping, isProtected),
    queues: queuesOf(stack, rows),
    documents: documentsBucket(stack, keeping),
    secrets: serviceSecrets(stack, keeping),
    renderer,
    emails: emailResources(stack, params),
  };
  const api = httpApi(stack, params);
  const caller = apiCaller(stack, functions);
  const sources = { ...resources, api, caller, parameters: params };
  const urls: Record<string, string> = {};
  for (const one of functions) {
    provide(one, resources);
    Object.assign(urls, attachTriggers(one, sources));
  }
  const addresses = hasEdge
    ? onEdge(stack, { api, urls }, { parameters: params, region })
    : direct(stack, { api, urls }, params);
  for (const one of functions.filter((each) => each !== renderer)) {
    configure(one, params, addresses);
    if (!isQuiet) one.lambda.addEnvironment('METRICS_NAMESPACE', namespace);
  }
  if (hasCanary) shift(stack, functions, api);
  if (renderer !== undefined) {
    // Chromium is built for this architecture, and needs room on the disk.
    const resource = renderer.lambda.node.defaultChild as CfnFunction;
    resource.architectures = ['x86_64'];
    resource.ephemeralStorage = { size: 1_024 };
  }
  for (const one of functions) reserveConcurrency(one, params);
  functions.filter(({ row }) => row.name === 'operate').forEach(nameForOperators);
  const watched = { functions, api, queues: resources.queues, table: resources.table };
  const watch = stackAlarms(stack, { ...watched, parameters: params, isQuiet });
  budget(stack, watch.topic, params);
  if (!isQuiet) dashboards(stack, { ...watched, ...watch });
  outputs(stack, manifest, addresses, resources.secrets);
  return stack;
}

/** Sets the variables of every function but the renderer, which knows nothing of the service. */
function configure({ row, lambda }: ServiceLambda, { settings }: Parameters, addresses: StackUrls): void {
  for (const [variable, parameter] of Object.entries(settings)) lambda.addEnvironment(variable, unlessEmpty(parameter));
  for (const [variable, value] of Object.entries(variablesFor(row, addresses)))
    if (value !== undefined) lambda.addEnvironment(variable, value);
}
