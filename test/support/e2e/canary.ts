/** Recognisable bank numbers, and the requests that carry them. */
import { caBank, usBank } from './desk.ts';

/** Numbers that stand nowhere by chance; the checksums are right. */
export const secret = {
  usRouting: '314275084',
  usAccount: '73519284605173946',
  caTransit: '60719',
  caInstitution: '847',
  caAccount: '918273645501',
} as const;
const caRouting = secret.caTransit + secret.caInstitution;
export const badRouting = '314275083';
/** The institution alone is three digits: those stand everywhere. */
export const secrets = [secret.usRouting, secret.usAccount, secret.caTransit, secret.caAccount, caRouting, badRouting];

export const us = {
  ...usBank,
  nickname: 'Canary household',
  routing_number: secret.usRouting,
  account_number: secret.usAccount,
};
export const ca = {
  ...caBank,
  nickname: 'Canary ménage',
  ...{ institution_number: secret.caInstitution, transit_number: secret.caTransit, account_number: secret.caAccount },
};
export const caByRouting = {
  ...ca,
  institution_number: undefined,
  transit_number: undefined,
  routing_number: caRouting,
};
export const spaced = { ...us, routing_number: '3142-7508-4', account_number: '7351 9284 6051 7394 6' };

export const formOf = (fields: object) =>
  new URLSearchParams(JSON.parse(JSON.stringify({ ...fields, authorized: 'yes' }))).toString();
export const formed = { 'content-type': 'application/x-www-form-urlencoded' };
export const account = '/bank-accounts';
export const page = '/bank-accounts/new';
