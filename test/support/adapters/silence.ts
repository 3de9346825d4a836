/** How long clients wait for a silent partner, in ms. It is short because many tests really wait this long. */
export const silenceMs = 1_500;
