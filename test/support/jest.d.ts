/** Jest's function for mocking ES modules, which its types lack. */
declare namespace jest {
  function unstable_mockModule(path: string, make: () => object): typeof jest;
}
