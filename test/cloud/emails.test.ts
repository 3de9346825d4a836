/** Emails on AWS: who may send them, from which address, and who receives bounces and complaints. */
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { policiesIn } from '../support/cloud/granted.ts';
import { type Resource, synthesized } from '../support/cloud/synthesized.ts';

const template = synthesized();
const all = Object.entries(template.Resources);
const withoutEmails = synthesized({ file: {} });
/** The resources that only a stage with emails has. */
const emailResources = all.filter(([id]) => !(id in withoutEmails.Resources));
const emailResource = (type: string): Resource['Properties'] =>
  emailResources.find(([, { Type }]) => Type === type)?.[1].Properties;

const idOf = (name: string): string =>
  all.find(([, { Properties }]) => Properties?.Description === `print-and-mail ${name}`)?.[0] ?? '';

const sending = all.flatMap(([id, role]) =>
  role.Type === 'AWS::IAM::Role'
    ? policiesIn(role)
        .flatMap(({ Statement }) => Statement)
        .filter(({ Action }) => JSON.stringify(Action).includes('ses:'))
        .map((statement) => ({ id, statement }))
    : [],
);

test('one function may send emails, and only from the stage’s address', () => {
  expect(sending).toHaveLength(1);
  const [only] = sending;
  expect(template.Resources[idOf('emails')]?.Properties.Role['Fn::GetAtt'][0]).toBe(only?.id);
  expect(only?.statement).toMatchObject({
    Action: 'ses:SendEmail',
    Condition: { StringEquals: { 'ses:FromAddress': 'news@mail.example.com' } },
  });
  // The account may have verified a recipient's identity, as in the sandbox.
  const resources = [only?.statement.Resource ?? []].flat().map((resource) => JSON.stringify(resource));
  expect(resources.filter((arn) => !/:configuration-set\/",|:identity\/\*"/.test(arn))).toEqual([]);
  expect(resources).toHaveLength(2);
});

test('only a stage with a sender has a configuration set for emails, its topic and their receiver', () => {
  expect(emailResources.map(([, { Type }]) => Type).sort()).toEqual([
    'AWS::Lambda::EventInvokeConfig',
    'AWS::Lambda::Permission',
    'AWS::SES::ConfigurationSet',
    'AWS::SES::ConfigurationSetEventDestination',
    'AWS::SNS::Subscription',
    'AWS::SNS::Topic',
    'AWS::SNS::TopicPolicy',
  ]);
  expect(JSON.stringify(withoutEmails)).not.toMatch(/ses:SendEmail|EMAIL_CONFIGURATION_SET/);
  const { EMAIL_CONFIGURATION_SET } = template.Resources[idOf('emails')]?.Properties.Environment.Variables ?? {};
  expect(EMAIL_CONFIGURATION_SET).toEqual({ Ref: 'EmailSet' });
});

test('a bounce that its function cannot record goes to the dead-letter queue', () => {
  expect(emailResource('AWS::Lambda::EventInvokeConfig')).toMatchObject({
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [expect.stringMatching(/^DeadLetters/), 'Arn'] } } },
  });
});

test('SES reports only bounces and complaints to the topic, and only SES for this account may publish there', () => {
  expect(emailResource('AWS::SES::ConfigurationSetEventDestination').EventDestination).toMatchObject({
    Enabled: true,
    MatchingEventTypes: ['bounce', 'complaint'],
    SnsDestination: { TopicARN: { Ref: 'EmailEvents' } },
  });
  const [allowed, denied] = emailResource('AWS::SNS::TopicPolicy').PolicyDocument.Statement;
  expect(allowed).toMatchObject({
    Effect: 'Allow',
    Action: 'sns:Publish',
    Principal: { Service: 'ses.amazonaws.com' },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
  expect(denied).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
});

test('only the topic of email events may call the function that records bounces', () => {
  const [receiver] = lambdaRows(manifest).filter(({ triggers }) =>
    triggers.some((trigger) => 'emailEvents' in trigger),
  );
  const arn = { 'Fn::GetAtt': [idOf(receiver?.name ?? ''), 'Arn'] };
  expect(emailResource('AWS::SNS::Subscription')).toEqual({
    TopicArn: { Ref: 'EmailEvents' },
    Protocol: 'lambda',
    Endpoint: arn,
  });
  const permitted = all.filter(
    ([, { Type, Properties }]) =>
      Type === 'AWS::Lambda::Permission' && JSON.stringify(Properties.FunctionName) === JSON.stringify(arn),
  );
  expect(permitted.map(([, { Properties }]) => [Properties.Principal, Properties.SourceArn])).toEqual([
    ['sns.amazonaws.com', { Ref: 'EmailEvents' }],
  ]);
});
