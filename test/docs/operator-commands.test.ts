/** The commands of the operator's pages are found as they stand there; the deployed proof types each of them. */
import { commandsIn, documented, operatorPages } from '../deployed/typed/commands.ts';

const page = `
Type \`aws sts get-caller-identity\`, not \`operate\`, and \`npm run ops -- show JOB\`.

\`\`\`
QUEUE=$(aws sqs list-queues)
aws sqs purge-queue --queue-url $QUEUE
\`\`\`

1. In a list:

   \`\`\`sh
   npx cdk deploy
   \`\`\`

\`\`\`
filter level = "alarm"
\`\`\`

\`\`\`json
{ "aws ": "npx " }
\`\`\`
`;

test('blocks as a whole, commands within sentences by themselves, and neither queries nor data', () => {
  expect(commandsIn('a page', page).map(({ text }) => text)).toEqual([
    'QUEUE=$(aws sqs list-queues)\naws sqs purge-queue --queue-url $QUEUE',
    'npx cdk deploy',
    'aws sts get-caller-identity',
    'npm run ops -- show JOB',
  ]);
});

test.each(operatorPages)('%s tells commands to type', (name) => {
  expect(documented().filter(({ page: of }) => of === name)).not.toEqual([]);
});
