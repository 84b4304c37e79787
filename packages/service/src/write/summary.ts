/** What a change did, in plain words: the line by which a person knows it in the list, of at most 200 characters. */

/** What ends a line or changes how the words around it read, and is not seen itself. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A name of anything, fit to stand in a sentence; cut short where it is longer than `most` UTF-16 units. */
export function named(name: string, most = 80): string {
  const cut = name.length > most ? `${name.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : name
  return cut.toWellFormed().replaceAll(UNSEEN, '\uFFFD')
}

/** `Birthday`, `Type and Birthday`, `Type, Birthday and 3 more`. */
export function namedAll(names: readonly string[]): string {
  const [first = '', second, ...rest] = names.map((name) => named(name, 40))
  if (second === undefined) return first
  return rest.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest.length} more`
}
