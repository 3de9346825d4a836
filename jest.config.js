/** Tests run as the ES modules that the product is: `node --experimental-vm-modules`, types stripped by swc. */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: ['<rootDir>/.local'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/test/reporter.js'],
};
