/** Fixed sentences for the protocol's own errors: its library repeats names, addresses and headers of the request. */
const unknownCode = 'The request cannot be served: send a request of the Model Context Protocol.';

/** By JSON-RPC's codes, and the protocol's own from -32020 on. */
const messages: Readonly<Record<number, string>> = {
  [-32_600]: 'Invalid request: send a JSON-RPC message.',
  [-32_601]: 'Method not found: this server has tools, prompts and resources.',
  [-32_602]:
    'Invalid params: a name, an address or a member is unknown, missing or malformed. List what there is first.',
  [-32_020]: 'The Mcp headers and the body disagree, or a header is missing.',
  [-32_022]: 'Unsupported protocol version: data.supported has those that are served.',
};

type RpcJson = Readonly<Record<string, unknown>>;

/** The answer of the library, with its errors in our words. */
export function fixedErrors(body: string): string {
  if (!body.includes('"error"')) return body;
  const answer = JSON.parse(body) as RpcJson | readonly RpcJson[];
  return JSON.stringify(Array.isArray(answer) ? answer.map(fixed) : fixed(answer as RpcJson));
}

function fixed(answer: RpcJson): RpcJson {
  const { code, data } = (answer.error ?? {}) as { readonly code?: unknown; readonly data?: RpcJson };
  if (typeof code !== 'number') return answer;
  return { ...answer, error: { code, message: messages[code] ?? unknownCode, data: data && known(data) } };
}

/** Clients need the versions that are served, and the members that are missing. A version of the usual form may stay. */
function known({ supported, requested, envelope }: RpcJson): RpcJson {
  const isVersion = typeof requested === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(requested);
  return { supported, requested: requested === undefined || isVersion ? requested : 'unknown', envelope };
}
