/** POST /mcp: the nine tools of assistants, by the Model Context Protocol. */
import { mcpEndpoint } from '../../shared/doors/mcp/endpoint.ts';

export const handler = mcpEndpoint('mcp');
