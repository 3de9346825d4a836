/** The patience of a test's client with a partner that says nothing. Many tests wait for its end, each in full. */
export const silenceMs = 1_500;
