/** The time limits of an AWS client. By default it waits until its function times out, without saying why. */
export const timeLimits = (seconds: number) => ({
  requestHandler: { connectionTimeout: 3_000, requestTimeout: seconds * 1_000, throwOnRequestTimeout: true },
});
