/** Tests of a deployed service. `run.ts` starts them and passes on its URL. */
import project from '../../jest.config.js';

export default { ...project, rootDir: '../..', testMatch: ['<rootDir>/test/deployed/**/*.deployed.ts'], maxWorkers: 2 };
