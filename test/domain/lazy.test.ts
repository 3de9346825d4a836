/** Values that are made on first use. */
import { lazy } from '../../shared/domain/lazy.ts';

test('a lazy value is made once, on first use', () => {
  let made = 0;
  const value = lazy(() => {
    made += 1;
    return { made };
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([{ made: 1 }, { made: 1 }]);
});

test('if a lazy value can’t be made or loaded, the next use tries again', async () => {
  let isDown = true;
  const thrown = lazy(() => {
    if (isDown) throw new Error('down');
    return 'up';
  });
  const rejected = lazy(async () => {
    if (isDown) throw new Error('down');
    return 'up';
  });
  expect(thrown).toThrow('down');
  await expect(rejected()).rejects.toThrow('down');
  isDown = false;
  expect([thrown(), await rejected()]).toEqual(['up', 'up']);
});
