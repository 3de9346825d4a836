/** The page of errors: a section for each code, to which `docs_url` leads. */
import { gateCodes, gatewayMessages, statusOfRefusal } from '../http/problem.ts';
import { exampleOf, meaningOf, refusalCodes } from '../openapi/codes.ts';
import { baseUrlMark, jsonBlock, pageOf } from './reference.ts';

const gates: Readonly<Record<(typeof gateCodes)[number], string>> = {
  body_too_large: 'Status 413. The body is larger than 4 MB: send a large PDF by `pdf_url`.',
  wrong_host:
    'Status 421. On one machine only: the `Host` of the request is not this machine. `PUBLIC_BASE_URL` allows other names.',
  wrong_address: 'Status 403. The request bypasses the edge: use the public address of the service.',
};

const section = (code: string, ...parts: readonly string[]): string => [`## ${code}`, ...parts].join('\n\n');

export const errorsPage = pageOf('errors', 'Errors', [
  'A refusal is JSON. `error` is a sentence for people that names the field and the cure; `code` is for programs. `field` is the path of the field. `docs_url` leads to the section of this page that explains the code. Every answer carries `x-request-id`.',
  'Where there are several faults, `errors` has each of them: [Errors](contract.md#errors). With `Accept: application/problem+json` the answer has the form of RFC 9457.',
  ...refusalCodes.map((code) =>
    section(
      code,
      `Status ${statusOfRefusal[code]}. ${meaningOf(code)}`,
      jsonBlock({ ...exampleOf(code), docs_url: `${baseUrlMark}/docs/errors#${code}` }),
    ),
  ),
  ...gateCodes.map((code) => section(code, gates[code])),
  section(
    'Without a code',
    'An error of the service itself is 500: its sentence names the request id and nothing else.',
    'On AWS the gateway answers by itself where no function does. Its body is `{"message"}`, without `error` and `code`:',
    [
      '| Status | `message` |',
      '|---|---|',
      ...Object.entries(gatewayMessages).map(([status, message]) => `| ${status} | ${message} |`),
    ].join('\n'),
    'Nothing was done then, or it will be found again: send the same request after a few seconds, with the same `idempotency_key`.',
  ),
]);
