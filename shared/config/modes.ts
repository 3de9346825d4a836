/** The rules for configurations: real money needs real partners, and test money needs partners that send nothing. */
import {
  chosenFor,
  firstFor,
  kindOfKey,
  partnerNamed,
  paymentProviderOf,
  paymentProviders,
} from '../partners/catalogue.ts';
import { type Choice, choices } from '../partners/choices.ts';
import type {
  Descriptor,
  EnvironmentVariables,
  PartnerDescriptor,
  PaymentProviderDescriptor,
} from '../partners/descriptor.ts';

interface ServiceMode {
  readonly environment: EnvironmentVariables;
  /** `unknown`: payments are real, and their key is missing. `untold`: PAYMENT_MODE is malformed. */
  readonly money: 'none' | 'test' | 'live' | 'unknown' | 'untold';
}

/** A partner that the service uses, and the variable that chose it. */
interface PluggedPart extends ServiceMode {
  readonly choice: Choice;
  readonly partner: PartnerDescriptor;
}

/** A row of a table: if it applies, the service does not start, and the operator reads the cure. */
interface Rule<Subject> {
  when(subject: Subject): boolean;
  forbids(subject: Subject): string;
  cure(subject: Subject): string;
}

const isTest = ({ money }: ServiceMode): boolean => money === 'none' || money === 'test';
const isReal = ({ money }: ServiceMode): boolean => money === 'live';
const isCharged = ({ money }: ServiceMode): boolean => money === 'test' || money === 'live' || money === 'unknown';
const keyOf = ({ partner, environment }: PluggedPart) => kindOfKey(partner, environment);
const wordsOf = ({ choice }: PluggedPart) => choices[choice].words;

/** A partner's address on the local machine is a double, which sends nothing. */
function isDouble({ partner: { api }, environment }: PluggedPart): boolean {
  const host = URL.parse((api && environment[api.variable]) ?? '')?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

const isSimulated = ({ partner }: PluggedPart): boolean => partner.name === 'simulated';

/** The first product of a choice that its partner does not make. */
const gapOf = ({ choice, partner }: PluggedPart) =>
  choices[choice].products.find((product) => !partner.makes.includes(product));

/** Test money must buy nothing real, and real money must buy something real. */
const partRules: readonly Rule<PluggedPart>[] = [
  {
    when: (part) => gapOf(part) !== undefined,
    forbids: (part) =>
      `${part.choice} is ${part.partner.name}, which makes no ${gapOf(part)}: it would be paid for in vain.`,
    cure: () => 'Write the adapter and add the product to what the partner makes.',
  },
  {
    when: (part) => isTest(part) && keyOf(part) === 'live',
    forbids: (part) =>
      `${part.partner.keys?.variable} is a live key, and payments are tests: ${wordsOf(part).goods} would be ${wordsOf(part).sent} that nobody has paid for.`,
    cure: () => 'Use a test key.',
  },
  {
    when: (part) => isTest(part) && !isSimulated(part) && part.partner.keys === undefined && !isDouble(part),
    forbids: (part) =>
      `${part.choice} is ${part.partner.name}, which sends real ${wordsOf(part).goods}, and payments are tests:`,
    cure: ({ choice }) => `set ${choice} to simulated.`,
  },
  {
    when: (part) => isReal(part) && isSimulated(part),
    forbids: (part) =>
      `${part.choice} is simulated, and payments are real: people would pay for ${wordsOf(part).goods} that nobody ${wordsOf(part).sends}.`,
    cure: ({ choice }) =>
      `Set it to ${[firstFor(choice), ...(choices[choice].mayBeNone ? ['none'] : [])].join(' or ')}.`,
  },
  {
    when: (part) => isReal(part) && keyOf(part) === 'test',
    forbids: (part) =>
      `${part.partner.keys?.variable} is a test key, and payments are real: people would pay for ${wordsOf(part).goods} that nobody ${wordsOf(part).sends}.`,
    cure: () => 'Use the live key.',
  },
];

const providerRules: readonly Rule<ServiceMode & { readonly provider: PaymentProviderDescriptor }>[] = [
  {
    when: ({ money, provider, environment }) => money === 'none' && kindOfKey(provider, environment) === 'live',
    forbids: ({ provider }) => `${provider.keys?.variable} is a live key, and PAYMENT_MODE is mock:`,
    cure: () => 'take the key out, or set PAYMENT_MODE to real.',
  },
];

const isSending = ({ environment }: ServiceMode): boolean => Boolean(environment.SMTP_URL || environment.EMAIL_REGION);

/** On AWS the region may be left out. */
const writesToNobody = (service: ServiceMode): boolean =>
  Boolean(service.environment.EMAIL_FROM) && !isSending(service) && !service.environment.AWS_LAMBDA_FUNCTION_NAME;

const serviceRules: readonly Rule<ServiceMode>[] = [
  {
    when: (service) => isCharged(service) && !service.environment.PUBLIC_BASE_URL,
    forbids: () => 'PUBLIC_BASE_URL is missing: payments are real, and links may not start with what a request claims.',
    cure: () => 'Set it to the address that payers come back to, https://mail.example.com/v1.',
  },
  {
    when: (service) => isReal(service) && /^http:/i.test(service.environment.PUBLIC_BASE_URL ?? ''),
    forbids: () => 'PUBLIC_BASE_URL must be the https address that payers come back to,',
    cure: () => 'https://mail.example.com/v1.',
  },
  {
    when: (service) => isReal(service) && !service.environment.SERVICE_NAME,
    forbids: () => 'SERVICE_NAME is missing: payments are real, and payers would not read whom they pay.',
    cure: () => 'Set it to the name of the business.',
  },
  {
    when: (service) => isReal(service) && !service.environment.SUPPORT_EMAIL && !service.environment.SUPPORT_URL,
    forbids: () => 'SUPPORT_EMAIL is missing: payments are real, and payers would have nobody to ask.',
    cure: () => 'Set it to an address that people read, or set SUPPORT_URL to a page.',
  },
  {
    when: (service) => isCharged(service) && Boolean(service.environment.PDF_URL_ALLOW_HOSTS),
    forbids: () => 'PDF_URL_ALLOW_HOSTS works in mock mode only:',
    cure: () => 'take it out, because it opens private addresses.',
  },
  {
    when: (service) => isCharged(service) && Boolean(service.environment.WEBHOOK_ALLOW_HOSTS),
    forbids: () => 'WEBHOOK_ALLOW_HOSTS works in mock mode only:',
    cure: () => 'take it out, because it opens private addresses.',
  },
  {
    when: ({ money, environment }) => money === 'none' && Boolean(environment.SMTP_URL),
    forbids: () => 'SMTP_URL sends real e-mails, and PAYMENT_MODE is mock: anybody could have them sent for nothing.',
    cure: () => 'Take it out, or set PAYMENT_MODE to real.',
  },
  {
    when: (service) => isCharged(service) && writesToNobody(service),
    forbids: () => 'EMAIL_FROM is set, and nothing sends the e-mails:',
    cure: () => 'set SMTP_URL on one machine or EMAIL_REGION on AWS, or take it out.',
  },
  {
    when: (service) => isCharged(service) && !service.environment.EMAIL_FROM && isSending(service),
    forbids: () => 'EMAIL_FROM is missing: e-mails would have no sender.',
    cure: () => 'Set it to an address of yours, news@mail.example.com, or take SMTP_URL and EMAIL_REGION out.',
  },
  {
    when: ({ environment }) => Boolean(environment.SMTP_URL) && Boolean(environment.EMAIL_REGION),
    forbids: () => 'SMTP_URL and EMAIL_REGION are both set:',
    cure: () => 'keep SMTP_URL on one machine, EMAIL_REGION on AWS.',
  },
];

const broken = <S>(rules: readonly Rule<S>[], subjects: readonly S[]): string[] =>
  rules.flatMap((rule) =>
    subjects.filter((subject) => rule.when(subject)).map((subject) => `${rule.forbids(subject)} ${rule.cure(subject)}`),
  );

/** One line for each variable that a partner in use needs and does not have. */
const missing = ({ name, variables }: Descriptor, environment: EnvironmentVariables): string[] =>
  Object.entries(variables).flatMap(([variable, { needed }]) =>
    needed === undefined || environment[variable]
      ? []
      : [`${variable} is missing: ${name} cannot be used without it (${needed}).`],
  );

/** The malformed variables were reported before: nothing is concluded from them. */
function serviceIn(environment: EnvironmentVariables, malformed: readonly string[] = []): ServiceMode {
  const given = Object.fromEntries(Object.entries(environment).filter(([name]) => !malformed.includes(name)));
  if (malformed.includes('PAYMENT_MODE')) return { environment: given, money: 'untold' };
  const provider = paymentProviderOf(given);
  const money = provider.paymentMode === 'mock' ? 'none' : (kindOfKey(provider, given) ?? 'unknown');
  return { environment: given, money };
}

const partsOf = (service: ServiceMode, malformed: readonly string[] = []): PluggedPart[] =>
  (Object.keys(choices) as Choice[]).flatMap((choice) => {
    const name = malformed.includes(choice) ? undefined : chosenFor(choice, service.environment);
    return name === undefined ? [] : [{ ...service, choice, partner: partnerNamed(name) }];
  });

/** A function holds only the keys that it needs: one that is missing says nothing. */
export function isTestMode(environment: EnvironmentVariables): boolean {
  const service = serviceIn(environment);
  return (
    isTest(service) || partsOf(service).some((part) => isSimulated(part) || isDouble(part) || keyOf(part) === 'test')
  );
}

/** One line per problem, naming the variable and the cure; no line repeats a value. Nothing is said of `malformed`. */
export function modeProblems(environment: EnvironmentVariables, malformed: readonly string[] = []): string[] {
  const service = serviceIn(environment, malformed);
  const provider = paymentProviderOf(service.environment);
  const parts = partsOf(service, malformed);
  const providers = Object.values(paymentProviders).map((provider) => ({ ...service, provider }));
  return [
    ...[provider, ...parts.map(({ partner }) => partner)].flatMap((one) => missing(one, service.environment)),
    ...broken(providerRules, providers),
    ...broken(partRules, parts),
    ...broken(serviceRules, [service]),
  ].filter((problem) => !malformed.some((name) => new RegExp(`\\b${name}\\b`).test(problem)));
}
