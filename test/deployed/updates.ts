/** Stacks of the last release, with each flag, updated to this one: CloudFormation takes the templates one after the other. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Deployed, deployedNow, released } from '../support/cloud/released.ts';
import { synthesized } from '../support/cloud/synthesized.ts';
import { point } from './points.ts';
import { type Environment, run } from './processes.ts';

/** Beside the stack that serves: a function of a fixed name is in both. */
const region = 'us-west-2';
const assets = `cdk-hnb659fds-assets-000000000000-${region}`;

const gone = `aws cloudformation delete-stack --stack-name Updated
aws cloudformation wait stack-delete-complete --stack-name Updated`;

const own =
  '--parameter-overrides DomainName=mail.example.com CertificateArn=arn:aws:acm:us-east-1:000000000000:certificate/1';

export async function updates(folder: string, python: string, outer: Environment): Promise<void> {
  const env = { ...outer, AWS_REGION: region, AWS_DEFAULT_REGION: region };
  const sh = (script: string) => run('bash', ['-euo', 'pipefail', '-c', `cd '${folder}'\n${script}`], env);
  const { version, deployed } = released();
  const now = deployedNow();
  const releases = ['first', 'second', 'third'].map((release) => {
    const asked = { hasCanary: true, release };
    return { asked, template: synthesized(asked) };
  });
  const keys = new Set([...deployed, ...now, ...releases].flatMap(({ template }) => keysIn(template)));
  await sh(`
${python} -c "import zipfile; zipfile.ZipFile('empty.zip', 'w').writestr('index.mjs', '')"
aws ssm put-parameter --name /cdk-bootstrap/hnb659fds/version --type String --value 99
bucket=${assets}
aws s3api create-bucket --bucket $bucket --create-bucket-configuration LocationConstraint=${region}
for key in ${[...keys].join(' ')}; do aws s3api put-object --bucket $bucket --key $key --body empty.zip; done`);
  for (const [at, before] of deployed.entries()) {
    const after = now[at];
    if (after === undefined) continue;
    await point(`a stack of ${version} with ${JSON.stringify(before.asked)} is updated`, () =>
      updated(before, after),
    ).catch(() => sh(gone));
  }

  await point('three releases leave two versions of a function at most', () => threeTimes());

  // Buckets of all regions are listed together, and those of the other stack are counted in the end. The region is prepared
  // anew by the page of a lost one.
  await sh(`
aws ssm delete-parameter --name /cdk-bootstrap/hnb659fds/version
aws s3 rb --force s3://${assets}
for bucket in $(aws s3api list-buckets --query "Buckets[?starts_with(Name, 'updated-')].Name" --output text)
do aws s3 rb s3://$bucket; done`);

  /** The command that makes the stack what the template says. The client names a change set by the second. */
  async function to({ asked, template }: Deployed, file: string): Promise<string> {
    await writeFile(join(folder, file), JSON.stringify(template));
    const given = asked.hasEdge ? own : '';
    const why = "--query 'StackEvents[?ResourceStatusReason].[LogicalResourceId, ResourceStatusReason]' --output text";
    return `now=$(date +%s); until [ $(date +%s) -gt $now ]; do :; done
aws cloudformation deploy --stack-name Updated --template-file ${file} --s3-bucket ${assets} --capabilities CAPABILITY_NAMED_IAM ${given} ||
  { aws cloudformation describe-stack-events --stack-name Updated ${why}; exit 1; }`;
  }

  async function updated(before: Deployed, after: Deployed): Promise<void> {
    await sh(`
${await to(before, 'before.json')}
table=$(aws dynamodb list-tables --query 'TableNames[-1]' --output text)
${await to(after, 'after.json')}
[ "$(aws dynamodb list-tables --query 'TableNames[-1]' --output text)" = "$table" ]
${gone}`);
  }

  async function threeTimes(): Promise<void> {
    const commands = await Promise.all(releases.map((each, at) => to(each, `release-${at}.json`)));
    const said = await sh(`
${commands.join('\n')}
for name in $(aws lambda list-functions --query "Functions[?contains(FunctionName, '-quote')].FunctionName" --output text)
do echo versions $(aws lambda list-versions-by-function --function-name $name --query "length(Versions[?Version != '\\$LATEST'])"); done
${gone}`);
    const counts = [...said.matchAll(/^versions (\d+)$/gm)].map(([, count]) => Number(count));
    if (counts.length === 0 || !counts.every((count) => count === 1 || count === 2))
      throw new Error(`versions of each function: ${counts}`);
  }
}

/** The packages that functions are made of; what is in them is nothing that CloudFormation reads. */
const keysIn = (template: object): string[] =>
  [...JSON.stringify(template).matchAll(/"(?:S3Key|ContentKey)":"([^"]+)"/g)].map(([, key = '']) => key);
