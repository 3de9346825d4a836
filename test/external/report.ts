/** Counts checks and prints the totals on the last line. */
export interface Report {
  /** Counts one check, which fails if `run` throws. */
  check(name: string, run: () => Promise<void> | void): Promise<void>;
  /** Prints `N passed, N failed`; returns true if nothing failed and something passed. */
  close(): boolean;
}

export function newReport(): Report {
  let passed = 0;
  let failed = 0;
  return {
    async check(name, run) {
      try {
        await run();
        passed += 1;
      } catch (error) {
        failed += 1;
        console.log(`FAILED: ${name}\n  ${error instanceof Error ? error.message : error}`);
      }
    },
    close() {
      console.log(`${passed} passed, ${failed} failed`);
      return failed === 0 && passed > 0;
    },
  };
}

/** Calls `stop` and exits with 1 after this time; returns the function that cancels it. */
export function exitAfter(seconds: number, stop: () => Promise<unknown> = async () => {}): () => void {
  const timer = setTimeout(() => {
    console.log(`still not done after ${seconds} s`);
    void stop().finally(() => process.exit(1));
  }, seconds * 1_000);
  return () => clearTimeout(timer);
}
