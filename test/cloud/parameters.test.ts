/** Every variable of a local service can be set on AWS too, by a parameter or by a field of a secret. */
import { manifest } from '../../functions/manifest.ts';
import { secretFields } from '../../lib/cloud/lambda-rows.ts';
import { checkConfig, operatorVariables } from '../../shared/config/config.ts';
import { synthesized } from '../support/cloud/synthesized.ts';

const template = synthesized();

interface Parameter {
  readonly Default?: string;
  readonly AllowedValues?: readonly string[];
  readonly AllowedPattern?: string;
}

/** By the variables that they end up in: `{Fn::If: [Has…, {Ref: parameter}, …]}`. */
const parameters = new Map<string, Parameter>();
for (const { Type, Properties } of Object.values(template.Resources))
  if (Type === 'AWS::Lambda::Function')
    for (const [variable, value] of Object.entries<Record<string, unknown[]>>(Properties.Environment.Variables)) {
      const given = value['Fn::If']?.[1] as { Ref?: string } | undefined;
      // It tells a function of a limit that AWS keeps, not the function.
      if (variable === 'WEBHOOK_CONCURRENCY') continue;
      if (given?.Ref !== undefined && given.Ref in template.Parameters)
        parameters.set(variable, template.Parameters[given.Ref] as Parameter);
    }

const secrets = new Set(manifest.flatMap((row) => Object.values(secretFields(row)).flat()));

/** Those that mean nothing on AWS, each with the reason. */
const notOnAws: Readonly<Record<string, string>> = {
  PDF_URL_ALLOW_HOSTS: 'opens private addresses to development and tests; a function has none near it',
  SMTP_URL: 'a function sends by SES',
  CHROMIUM_PATH: 'the renderer brings its own browser',
  MCP_OWN_HOSTS: 'a function URL says itself which host was meant',
  AWS_LAMBDA_FUNCTION_NAME: 'Lambda sets it',
};

test('no variable is forgotten, and none is both a parameter and a secret', () => {
  const known = [...parameters.keys(), ...secrets, ...Object.keys(notOnAws)];
  expect(new Set(known).size).toBe(known.length);
  expect(operatorVariables().filter((variable) => !known.includes(variable))).toEqual([]);
});

test('no parameter and no field of the secret is for a variable that nobody reads', () => {
  const read = [...operatorVariables(), 'RECEIPT_SIGNING_KEY', 'FINGERPRINT_KEY'];
  expect([...parameters.keys(), ...secrets].filter((variable) => !read.includes(variable))).toEqual([]);
});

test('left out, all of them mean the default', () => {
  const defaults = Object.values(template.Parameters as Record<string, Parameter>).map((one) => one.Default);
  // The version of the CDK's own bootstrap is the one that has another.
  expect(defaults.filter((one) => one !== '' && !one?.startsWith('/cdk-bootstrap/'))).toEqual([]);
});

const accepted = ({ AllowedValues, AllowedPattern }: Parameter, value: string): boolean =>
  (AllowedValues?.includes(value) ?? true) && (AllowedPattern === undefined || new RegExp(AllowedPattern).test(value));

/** Tells whether the variable by itself is well-formed; combinations of values are not checked here. */
const isWellFormed = (variable: string, value: string): boolean =>
  !checkConfig({ [variable]: value }).some((line) => line.startsWith(`${variable} must`));

const tried = ['mock', 'real', 'simulated', 'postgrid', 'telnyx', 'x', '0', '1', '1.5', '60', '-1'].concat([
  `whpk_${'x'.repeat(43)}=`,
  `whpk_${'x'.repeat(43)}=,whpk_${'/'.repeat(43)}=`,
  `whpk_${'x'.repeat(43)}`,
  'https://mail.example.com/v1',
  'mail.example.com',
  'ftp://mail.example.com',
  '99999',
  '100000',
  '1234567890',
  '5s',
]);

test.each([...parameters].filter(([, { AllowedValues, AllowedPattern }]) => AllowedValues ?? AllowedPattern))(
  '%s is held to its form before anything is deployed, as it would be when a function starts',
  (variable, parameter) => {
    const wrong = tried.filter((value) => accepted(parameter, value) !== isWellFormed(variable, value));
    // 0.1 seconds is the least, which a pattern says badly.
    expect(wrong).toEqual(variable === 'RETRY_BASE_SECONDS' ? ['0'] : []);
    expect(accepted(parameter, '')).toBe(true);
  },
);
