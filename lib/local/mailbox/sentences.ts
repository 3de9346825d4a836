/** The result of each button in one sentence. */
export const sentences = {
  print: 'It is being printed, and the service has heard of it.',
  mail: 'It is mailed, and the service has heard of it.',
  send: 'It is sent, and the service has heard of it.',
  scan: 'The carrier has scanned it, and the service has heard of it.',
  nobody_home: 'Nobody was at home: it waits at the post office, and the service has heard of it.',
  deliver: 'The carrier has delivered it, and the service has heard of it.',
  return: 'It is coming back to its sender, and the service has heard of it.',
  fail: 'It has failed, and the service has heard of it.',
  unheard: 'It is done at the partner. The service has not heard of it yet: it asks by itself.',
  refuses: 'The partner will refuse it.',
  lose_answer: 'The partner’s next answer will be lost.',
  hold_event: 'The payment event will wait until you deliver it. The service may ask for the payment before.',
  at_once: 'The payment event will come at once again.',
  send_event: 'The payment event is delivered.',
  unconfirmed: 'The service has not confirmed the payment event.',
  too_late: 'It is too late for that: look how the job stands.',
} as const;

export type Said = keyof typeof sentences;
