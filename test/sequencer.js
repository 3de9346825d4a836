/** Starts the slowest suites first, so that none runs alone at the end. On a first run Jest doesn't know the durations. */
import Sequencer from '@jest/test-sequencer';

const slowest = [
  'test/model/worlds.test.ts',
  'test/web/readers.test.ts',
  'test/cloud/service.test.ts',
  'test/simulation/chaos.test.ts',
  'test/journeys/pages.test.ts',
  'test/e2e/service/kill.test.ts',
  'test/journeys/paying.test.ts',
  'test/e2e/real/real-products.test.ts',
  'test/rendering/html/hostile.test.ts',
  'test/simulation/crash.test.ts',
  'test/e2e/service/mailbox.test.ts',
  'test/cloud/bundles.test.ts',
];

const rankOf = (path) => {
  const rank = slowest.findIndex((suite) => path.endsWith(suite));
  return rank < 0 ? slowest.length : rank;
};

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}
