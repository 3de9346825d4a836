/** The time limits of a client of AWS. By default it waits until its function times out, and nothing says why. */
export const within = (seconds: number) => ({
  requestHandler: { connectionTimeout: 3_000, requestTimeout: seconds * 1_000, throwOnRequestTimeout: true },
});
