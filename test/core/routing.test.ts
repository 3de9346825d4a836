/** The choice of partner: the primary first, a backup only if allowed, and never another one after the first call. */
import type { PartnerName } from '../../shared/core/names.ts';
import { type RouteRequest, routePartner } from '../../shared/core/route-partner.ts';
import { partnerNamed } from '../../shared/partners/catalogue.ts';

const letter: RouteRequest = { product: 'letter', country: 'US', returnCountry: 'US', registered: false, health: {} };
const fax: RouteRequest = { product: 'fax', country: 'US', registered: false, health: {} };
const check: RouteRequest = { ...letter, product: 'check' };
const print: readonly PartnerName[] = ['postgrid', 'lob'];
const line: readonly PartnerName[] = ['telnyx', 'sinch'];
const health = { postgrid: 'down', telnyx: 'down' } as const;

test.each<[string, RouteRequest, readonly PartnerName[], PartnerName | undefined]>([
  ['a letter', letter, print, 'postgrid'],
  ['a letter while the second is down', { ...letter, health: { lob: 'down' } }, print, 'postgrid'],
  ['a letter while the primary is down', { ...letter, health }, print, 'lob'],
  ['a letter with a return receipt', { ...letter, health, registered: true, returnReceipt: true }, print, 'lob'],
  ['a registered US letter while the primary is down', { ...letter, health, registered: true }, print, 'lob'],
  ['a letter to Canada', { ...letter, health, country: 'CA' }, print, 'postgrid'],
  ['a registered letter to Canada', { ...letter, health, country: 'CA', registered: true }, print, 'postgrid'],
  ['a letter with a return address in Canada', { ...letter, health, returnCountry: 'CA' }, print, 'postgrid'],
  ['a letter without a known return address', { ...letter, health, returnCountry: undefined }, print, 'postgrid'],
  ['a check', { ...check, health }, print, 'postgrid'],
  ['a letter while both are down', { ...letter, health: { postgrid: 'down', lob: 'down' } }, print, 'postgrid'],
  ['a letter where no second is configured', { ...letter, health }, ['postgrid'], 'postgrid'],
  ['a fax', fax, line, 'telnyx'],
  ['a fax while the primary is down', { ...fax, health }, line, 'sinch'],
  ['a fax to Canada while the primary is down', { ...fax, health, country: 'CA' }, line, 'sinch'],
  ['a fax while both are down', { ...fax, health: { telnyx: 'down', sinch: 'down' } }, line, 'telnyx'],
  ['a fax where only Sinch is configured', fax, ['sinch'], 'sinch'],
  ['a letter in mock mode', letter, ['simulated'], 'simulated'],
  ['a letter where nobody prints', letter, line, undefined],
])('%s goes to its partner', (_, shipment, partners, name) => {
  expect(routePartner(shipment, partners.map(partnerNamed))).toBe(name);
});

test.each<[RouteRequest, readonly PartnerName[], PartnerName]>([
  [{ ...fax, health, routedTo: 'telnyx' }, line, 'telnyx'],
  [{ ...fax, routedTo: 'sinch' }, line, 'sinch'],
  [{ ...fax, routedTo: 'sinch', health: { sinch: 'down' } }, line, 'sinch'],
  [{ ...fax, routedTo: 'sinch' }, ['telnyx'], 'sinch'],
  [{ ...letter, health, routedTo: 'postgrid' }, print, 'postgrid'],
])('a job that was routed before stays where it was: %j among %j → %s', (shipment, partners, name) => {
  expect(routePartner(shipment, partners.map(partnerNamed))).toBe(name);
});
