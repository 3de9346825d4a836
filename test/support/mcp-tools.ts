/** The tools of a service with every product. */
import { productNames } from '../../shared/domain/names.ts';
import { toolsFor } from '../../shared/web/mcp/tools.ts';

export const tools = toolsFor(productNames);
