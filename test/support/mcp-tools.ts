/** The tools of a service with every product. */
import { productNames } from '../../shared/core/product-names.ts';
import { toolsFor } from '../../shared/doors/mcp/tools.ts';

export const tools = toolsFor(productNames);
