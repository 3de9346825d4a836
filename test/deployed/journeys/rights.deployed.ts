/** The ground that the other journeys stand on: this cloud does look at who asks for what. */
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';

test('who has no rights is refused', async () => {
  const stranger = { accessKeyId: 'stranger', secretAccessKey: 'stranger' };
  await expect(new S3Client({ credentials: stranger }).send(new ListBucketsCommand())).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
});
