/** The journeys through a deployed service: `run.ts` starts them and tells them where it is. */
import project from '../../jest.config.js';

export default {
  ...project,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/deployed/**/*.deployed.ts'],
  maxWorkers: 2,
};
