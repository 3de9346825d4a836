/** Tests run as ES modules, like the product: with `node --experimental-vm-modules` and types stripped by swc. */
import { availableParallelism } from 'node:os';
import { skippedSuites } from './test/long-suites.js';

// npm runs the Node that comes with the project. An editor may run another one, which would fail late and obscurely.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `The tests need Node 24, but this is ${process.versions.node}. Run npm test, or use the version in .nvmrc.`,
  );
  process.exit(1);
}

// The code must name the time zone of each time that it shows. In UTC no test would notice a missing one.
process.env.TZ = 'America/St_Johns';

export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...skippedSuites],
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
  // With every case a suite takes longer, especially on a busy machine.
  testTimeout: process.env.TEST_CASES === 'all' ? 120_000 : 30_000,
  // Many suites wait for a service or a clock. One worker more than processors keeps all processors busy.
  maxWorkers: availableParallelism() + 1,
  reporters: ['default', '<rootDir>/test/reporter.js'],
};
