/** Tells the routes that only partners and payment providers call. */
export const isWebhookRoute = (route: string): boolean => /^POST \/v1\/webhooks\//.test(route);
