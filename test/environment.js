/**
 * Jest's Node environment with a plain global object. With Jest's own global, every access to `Map` or `Promise` goes
 * through a proxy, and a simulation takes nearly twice as long.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { createContext } = vm;

export default class PlainGlobalEnvironment extends TestEnvironment {
  constructor(...args) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}
