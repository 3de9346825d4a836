/**
 * Jest's Node environment with a plain global object. Jest puts a proxy behind the global, and asks it for each `Map` and
 * `Promise` that a test names: a simulation takes nearly twice as long with it.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { createContext } = vm;

export default class PlainGlobalEnvironment extends TestEnvironment {
  constructor(...given) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
  }
}
