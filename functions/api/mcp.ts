/** POST /mcp: the tools for assistants, over the Model Context Protocol. */
import { mcpEndpoint } from '../../shared/web/mcp/endpoint.ts';
import { mcpTimeoutSeconds } from '../manifest.ts';

export const handler = mcpEndpoint('mcp', mcpTimeoutSeconds);
