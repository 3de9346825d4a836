/** The time limits of a client of AWS. By default it waits as long as its function lives, and nothing tells why. */
export const within = (seconds: number) => ({
  requestHandler: { connectionTimeout: 3_000, requestTimeout: seconds * 1_000, throwOnRequestTimeout: true },
});
