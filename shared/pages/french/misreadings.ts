/** French of what is wrong with an address that was pasted. */
import type { misreadings } from '../../domain/addresses/written-address.ts';

export const addressProblems: Readonly<Record<(typeof misreadings)[keyof typeof misreadings], string>> = {
  'it has more than 512 characters': 'elle compte plus de 512 caractères',
  'it has more than an address: leave out labels, phone numbers and email addresses':
    'elle contient autre chose qu’une adresse : retirez les étiquettes, les numéros de téléphone et les adresses électroniques',
  'the ZIP code or postal code at its end is missing': 'il manque le code postal ou ZIP à la fin',
  'its country and its postal code do not belong together': 'le pays et le code postal ne vont pas ensemble',
  'the state or province before its ZIP or postal code is missing':
    'il manque la province ou l’État avant le code postal',
  'its ZIP code is not one of its state': 'le code ZIP n’est pas de cet État',
  'it names its state twice': 'l’État y figure deux fois',
  'the city is missing, or no comma is before it': 'il manque la ville, ou la virgule qui la précède',
  'the street is missing, or no comma is before it': 'il manque la rue, ou la virgule qui la précède',
  'the name is missing, or no comma is after it': 'il manque le nom, ou la virgule qui le suit',
  'the name is in doubt: write it without a comma, the first name first':
    'le nom n’est pas clair : écrivez-le sans virgule, le prénom d’abord',
  'it has more than one street': 'elle contient plus d’une rue',
  'it has more than two names above its street': 'elle contient plus de deux noms au-dessus de la rue',
};
