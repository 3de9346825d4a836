/** POST /mcp: the tools for assistants, over the Model Context Protocol. */
import { mcpEndpoint } from '../../shared/web/mcp/endpoint.ts';

export const handler = mcpEndpoint;
