/** Tests against a deployed service; `run.ts` starts them and passes its address on. */
import project from '../../jest.config.js';

export default { ...project, rootDir: '../..', testMatch: ['<rootDir>/test/deployed/**/*.deployed.ts'], maxWorkers: 2 };
