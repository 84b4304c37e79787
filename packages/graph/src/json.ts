/**
 * JSON text built by hand, for values that are stored as text. Members keep their given order. A JavaScript object
 * would move names that look like integers to the front.
 */

/** A string as JSON. */
export const quoted = (text: string): string => JSON.stringify(text)

/** A list of strings as JSON. */
export const listed = (texts: readonly string[]): string =>
  texts.length === 0 ? '[]' : JSON.stringify(texts)

/** Builds an object from members whose values are JSON text. Names must be distinct. */
export function objectOf(members: Iterable<readonly [name: string, json: string]>): string {
  let text = ''
  for (const [name, json] of members) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${json}`
  return `{${text}}`
}
