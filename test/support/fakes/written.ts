/** Returns a call's result and the log lines that it wrote. */
export async function written<T>(act: () => Promise<T>) {
  const lines: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = (line: string | Uint8Array) => {
    lines.push(String(line));
    return true;
  };
  try {
    return { answer: await act(), lines: lines.map((line) => JSON.parse(line)) };
  } finally {
    process.stderr.write = write;
  }
}
