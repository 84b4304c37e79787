/** The summary of a change for the list, at most 200 characters. */

/** Invisible characters that end a line or change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A name for use in a sentence, cut to `most` UTF-16 units. */
export function named(name: string, most = 80): string {
  const cut = name.length > most ? `${name.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : name
  return cut.toWellFormed().replaceAll(UNSEEN, '\uFFFD')
}

/** Formats as `Birthday`, `Type and Birthday`, `Type, Birthday and 3 more`. */
export function namedAll(names: readonly string[]): string {
  const [first = '', second, ...rest] = names.map((name) => named(name, 40))
  if (second === undefined) return first
  return rest.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest.length} more`
}
