/** The errors with which the service refuses requests. */
import { invalid, notFound, Refusal } from '../../shared/domain/refusal.ts';

test('the refusal of a field begins with the field’s name', () => {
  const refusal = invalid('letter.to.city', 'is empty: send a city.');
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    name: 'Refusal',
    code: 'invalid_request',
    field: 'letter.to.city',
    message: 'letter.to.city is empty: send a city.',
    problem: 'is empty: send a city.',
  });
});

test('the error for an unknown path is only "not_found", and the error for an unknown id says what to check', () => {
  expect(notFound()).toMatchObject({ code: 'not_found', message: 'not_found', field: undefined });
  expect(notFound('event').message).toBe('No event has this id. Check that the whole id was copied.');
});
