/** E-mails on AWS: who may send them, as whom, and who hears what came of them. */
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { policiesIn } from '../support/cloud/granted.ts';
import { type Resource, synthesized } from '../support/cloud/synthesized.ts';

const template = synthesized();
const all = Object.entries(template.Resources);
const one = (type: string): Resource['Properties'] => ofEmails.find(([, { Type }]) => Type === type)?.[1].Properties;

/** A stage without a sender has none of these. */
const without = synthesized({ file: {} });
const ofEmails = all.filter(([id]) => !(id in without.Resources));

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

test('one function may send, as the address that was given and no other', () => {
  expect(sending).toHaveLength(1);
  const [{ id, statement } = { id: '', statement: undefined }] = sending;
  expect(template.Resources[idOf('emails')]?.Properties.Role['Fn::GetAtt'][0]).toBe(id);
  expect(statement).toMatchObject({
    Action: 'ses:SendEmail',
    Condition: { StringEquals: { 'ses:FromAddress': 'news@mail.example.com' } },
  });
  // A recipient whose identity the account has verified, as in the sandbox, is written to as well.
  const resources = [statement?.Resource ?? []].flat().map((each) => JSON.stringify(each));
  expect(resources.filter((each) => !/:configuration-set\/",|:identity\/\*"/.test(each))).toEqual([]);
  expect(resources).toHaveLength(2);
});

test('there is nothing of it unless a sender is given', () => {
  expect(ofEmails.map(([, { Type }]) => Type).sort()).toEqual([
    ...[
      'AWS::Lambda::EventInvokeConfig',
      'AWS::Lambda::Permission',
      'AWS::SES::ConfigurationSet',
      'AWS::SES::ConfigurationSetEventDestination',
    ],
    ...['AWS::SNS::Subscription', 'AWS::SNS::Topic', 'AWS::SNS::TopicPolicy'],
  ]);
  expect(JSON.stringify(without)).not.toMatch(/ses:SendEmail|EMAIL_CONFIGURATION_SET/);
  const { EMAIL_CONFIGURATION_SET } = template.Resources[idOf('emails')]?.Properties.Environment.Variables ?? {};
  expect(EMAIL_CONFIGURATION_SET).toEqual({ Ref: 'EmailSet' });
});

test('an event that its function fails to record three times is set aside in the dead-letter queue', () => {
  expect(one('AWS::Lambda::EventInvokeConfig')).toMatchObject({
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [expect.stringMatching(/^DeadLetters/), 'Arn'] } } },
  });
});

test('SES reports only bounces and complaints to the topic, and only SES for this account may publish there', () => {
  expect(one('AWS::SES::ConfigurationSetEventDestination').EventDestination).toMatchObject({
    Enabled: true,
    MatchingEventTypes: ['bounce', 'complaint'],
    SnsDestination: { TopicARN: { Ref: 'EmailEvents' } },
  });
  const [told, clear] = one('AWS::SNS::TopicPolicy').PolicyDocument.Statement;
  expect(told).toMatchObject({
    Effect: 'Allow',
    Action: 'sns:Publish',
    Principal: { Service: 'ses.amazonaws.com' },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
  expect(clear).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
});

test('the function that hears of them is started by that topic, and by nothing else', () => {
  const [hearing] = lambdaRows(manifest).filter(({ triggers }) => triggers.some((each) => 'emailEvents' in each));
  const arn = { 'Fn::GetAtt': [idOf(hearing?.name ?? ''), 'Arn'] };
  expect(one('AWS::SNS::Subscription')).toEqual({
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

test('only credentials that may invoke it reach the operator’s function: no route, no address, no schedule, no permission', () => {
  const named = all.filter(([, { Type, Properties }]) => Type === 'AWS::Lambda::Function' && Properties.FunctionName);
  // `npm run ops` finds it by this name, and no other function has one.
  expect(named.map(([, { Properties }]) => Properties.FunctionName)).toEqual([
    { 'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, '-operate']] },
  ]);
  const id = named[0]?.[0];
  const reaching = [
    'AWS::Lambda::Permission',
    'AWS::Lambda::Url',
    'AWS::Scheduler::Schedule',
    'AWS::ApiGatewayV2::Integration',
  ];
  const pointing = all.filter(
    ([, { Type, Properties }]) => reaching.includes(Type) && JSON.stringify(Properties).includes(`"${id}"`),
  );
  expect(pointing).toEqual([]);
});
