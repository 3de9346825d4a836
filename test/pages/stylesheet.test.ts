/** Colors that can be read: contrast AA (4.5 to 1) for every text color on every ground, by day and by night. */
import { rulesFor } from '../../shared/pages/stylesheet.ts';
import { everyPage } from '../support/pages/views.ts';

const [day = {}, night = {}] = [
  ...rulesFor('')
    .join('')
    .matchAll(/:root\{([^}]*)\}/g),
].map(([, rules = '']) =>
  Object.fromEntries([...rules.matchAll(/--([\w-]+): ?#(\w+)/g)].map(([, name = '', hex = '']) => [name, hex])),
);

function luminance(hex: string): number {
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const onGrounds = ['ink', 'soft', 'blue', 'red', 'green', 'amber'].flatMap((text) =>
  ['table', 'paper', 'envelope'].map((ground) => [text, ground] as const),
);

describe.each([
  ['day', day],
  ['night', night],
])('by %s', (_, colors) => {
  test.each([...onGrounds, ['on-blue', 'blue'], ['on-test', 'test']] as const)('%s on %s', (text, ground) => {
    expect(contrast(colors[text] ?? '', colors[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});

test.each(Object.entries(everyPage()))('G4: every variable of the styles of %s is defined', (_, page) => {
  const { body } = page();
  const defined = new Set([...body.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
  const used = [...body.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});

test('nothing is loaded from anywhere', () => {
  expect(rulesFor('').join('')).not.toMatch(/url\(|@import|</);
});
