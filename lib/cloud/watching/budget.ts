/** A budget of the account, if the operator has given one: AWS tells the topic of the alarms before it is used up. */
import { Aws, Stack, Token } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { isGiven, type Parameters } from '../stack/parameters.ts';

/** In hundredths of it: what was spent, and what the month will come to if it goes on so. */
const thresholds = { ACTUAL: 80, FORECASTED: 100 } as const;

export function budget(stack: Stack, topic: Topic, { monthlyBudget }: Parameters): void {
  topic.addToResourcePolicy(budgetsMayPublish(topic));
  const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
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

const budgetsMayPublish = (topic: Topic): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('budgets.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topic.topicArn],
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(topic).account } },
  });
