/** The part of jest for ES modules that its types lack. */
declare namespace jest {
  function unstable_mockModule(path: string, make: () => object): typeof jest;
}
