/** Counts what was checked, and says so on the last line. */

export interface Report {
  /** One check, one point; what is thrown says why it failed. */
  check(name: string, run: () => Promise<void> | void): Promise<void>;
  /** `N passed, N failed`, alone on its line; true when nothing failed and something passed. */
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

/** Ends the process when the work takes longer; what it started is ended with `stop`. */
export function within(seconds: number, stop: () => Promise<unknown>): () => void {
  const alarm = setTimeout(() => {
    console.log(`still not done after ${seconds} s`);
    void stop().finally(() => process.exit(1));
  }, seconds * 1_000);
  return () => clearTimeout(alarm);
}
