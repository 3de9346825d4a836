/** The operator's function has a fixed name, and no other trigger. */
import { typed } from '../../lib/operator/ops.ts';
import { synthesized } from '../support/cloud/synthesized.ts';

const { Resources, Outputs } = synthesized();
const functions = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function');

test('the operator’s function has the name that npm run ops asks for where no stack is named, and no other has one', () => {
  const named = functions.filter(([, { Properties }]) => Properties.FunctionName !== undefined);
  expect(named.map(([, { Properties }]) => Properties.FunctionName)).toEqual([
    { 'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, '-operate']] },
  ]);
  expect(typed(['stuck'])).toMatchObject({ at: { stack: 'PrintAndMail' } });
  expect(Outputs.OperateFunction?.Value).toEqual({ Ref: named[0]?.[0] });
});

test('only credentials that may invoke it reach the operator’s function: no route, no address, no schedule, no permission', () => {
  const [id] = functions.find(([, { Properties }]) => Properties.FunctionName !== undefined) ?? [''];
  const reaching = [
    'AWS::Lambda::Permission',
    'AWS::Lambda::Url',
    'AWS::Scheduler::Schedule',
    'AWS::ApiGatewayV2::Integration',
  ];
  const pointing = Object.values(Resources).filter(
    ({ Type, Properties }) => reaching.includes(Type) && JSON.stringify(Properties).includes(`"${id}"`),
  );
  expect(pointing).toEqual([]);
});
