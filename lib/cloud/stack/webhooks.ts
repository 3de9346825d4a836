/** Which routes providers call, and nobody else. */

export const isWebhookRoute = (route: string): boolean => /^POST \/v1\/webhooks\//.test(route);
