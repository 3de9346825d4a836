/** How long a test's client waits for a silent partner. Many tests wait the whole time. */
export const silenceMs = 1_500;
