/**
 * The text that `npm start` prints once it listens: the addresses, and three lines that take a letter from quote to
 * mailed.
 */

const text = 'Dear Ada,\\n\\nHello from the post office.';

const letter = JSON.stringify({
  to: {
    name: 'Ada Lovelace',
    addressLine1: '1 TEST MAILED ST',
    city: 'Albany',
    provinceOrState: 'NY',
    postalOrZip: '12207',
    countryCode: 'US',
  },
  from: {
    name: 'Grace Hopper',
    addressLine1: '2 Example Ave',
    city: 'Boston',
    provinceOrState: 'MA',
    postalOrZip: '02108',
    countryCode: 'US',
  },
  text: '',
}).replace('"text":""', `"text":"${text}"`);

/** Works in bash and zsh alike: every quote closes on its line, and nothing unquoted would be expanded by a shell. */
export function threeLines(baseUrl: string): string[] {
  const json = `-H 'content-type: application/json'`;
  const mailbox = `${new URL(baseUrl).origin}/_mailbox`;
  return [
    `QUOTE=$(curl -s ${baseUrl}/quotes ${json} -d '{"country":"US","text":"${text}"}' | grep -o 'quote_[a-z0-9]\\{26\\}')`,
    `CHECKOUT=$(curl -s ${baseUrl}/jobs ${json} -d '{"quote_id":"'"$QUOTE"'","letter":${letter}}' | grep -o 'http[^"]*/checkout/[^"]*')`,
    `curl -s -X POST "$CHECKOUT" -d action=pay -o /dev/null -w '%{http_code}\\n' && curl -s ${mailbox} -H 'accept: application/json'`,
  ];
}

export function greeting({ baseUrl, mcpUrl }: { readonly baseUrl: string; readonly mcpUrl: string }): string {
  const { origin } = new URL(baseUrl);
  return [
    `Base URL  ${baseUrl}`,
    `MCP URL   ${mcpUrl}`,
    `Mailbox   ${origin}/_mailbox`,
    '',
    'From a quote to a letter in the mail, one line after the other:',
    '',
    ...threeLines(baseUrl),
    '',
  ].join('\n');
}
