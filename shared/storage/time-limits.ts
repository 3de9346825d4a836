/** The time limits of an AWS client. By default, a client waits until its Lambda times out, and no log says why. */
export const timeLimits = (seconds: number) => ({
  requestHandler: { connectionTimeout: 3_000, requestTimeout: seconds * 1_000, throwOnRequestTimeout: true },
});
