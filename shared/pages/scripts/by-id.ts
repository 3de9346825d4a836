/** Finds the element with this id. Throws a TypeError if the page has none of this kind. */
export function byId<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new TypeError(`the page has no ${kind.name} with the id ${id}`);
  return element;
}
