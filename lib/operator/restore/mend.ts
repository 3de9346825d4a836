/** A restored table lacks what the one before had: expiry, recovery, protection and tags. */
import {
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { foundTable } from '../../cloud/adoption/check.ts';
import { tableDefinition } from '../../table.ts';

/** Gives the table what it lacks, so that a stack can adopt it. */
export async function mendTable(
  client: DynamoDBClient,
  TableName: string,
  pause: () => Promise<unknown>,
): Promise<void> {
  const { ttl, isRestorable, table } = await foundTable(client, TableName);
  if (ttl === undefined) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: tableDefinition.ttl };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  if (!isRestorable) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    const switching = new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification });
    await onceThereAreBackups(() => client.send(switching), pause);
  }
  if (!table.DeletionProtectionEnabled) await setProtection(client, TableName, true);
}

/** AWS begins to back a new table up some minutes after the table is there, and switches nothing on before. */
async function onceThereAreBackups(work: () => Promise<unknown>, pause: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as Error).name !== 'ContinuousBackupsUnavailableException') throw error;
      await pause();
    }
  }
}

export async function setProtection(client: DynamoDBClient, TableName: string, isOn: boolean): Promise<void> {
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: isOn }));
}

/** AWS's own tags stay with the table that they were made for. */
export async function copyTags(client: DynamoDBClient, fromArn: string, toArn: string): Promise<void> {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: fromArn }));
  const own = Tags.filter(({ Key }) => !Key?.startsWith('aws:'));
  if (own.length > 0) await client.send(new TagResourceCommand({ ResourceArn: toArn, Tags: own }));
}
