/** The premise of the other deployed tests: this cloud enforces permissions. */
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';

test('the emulated cloud refuses a caller without permissions', async () => {
  const stranger = { accessKeyId: 'stranger', secretAccessKey: 'stranger' };
  await expect(new S3Client({ credentials: stranger }).send(new ListBucketsCommand())).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
});
