/** How long a test's client waits for a silent partner. Many tests wait that long. */
export const silenceMs = 1_500;
