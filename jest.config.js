/** Tests run as the ES modules that the product is: `node --experimental-vm-modules`, types stripped by swc. */
import { availableParallelism } from 'node:os';
import { leftOut } from './test/long-suites.js';

// npm runs the Node that the project brings. An editor's button may run another, which fails late and obscurely.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `The tests need Node 24, and this is ${process.versions.node}: run npm test, or take the Node of .nvmrc.`,
  );
  process.exit(1);
}

// Times are told in the zones that the code names. In UTC no test would notice where it names none.
process.env.TZ = 'America/St_Johns';

export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...leftOut],
  modulePathIgnorePatterns: ['<rootDir>/.local'],
  testSequencer: '<rootDir>/test/sequencer.js',
  testEnvironment: '<rootDir>/test/environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
      },
    ],
  },
  // A proof in full takes its time, all the more on a busy machine.
  testTimeout: process.env.TEST_CASES === 'all' ? 120_000 : 30_000,
  // Many suites wait for a service or a clock: one worker more than processors keeps those busy.
  maxWorkers: availableParallelism() + 1,
  reporters: ['default', '<rootDir>/test/reporter.js'],
};
