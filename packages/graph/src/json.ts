/**
 * JSON text, put together by hand where a value is stored as text anyway. Members come out in the order in which they
 * are given, also those whose names look like numbers, which an object of the language would put first.
 */

/** A string as JSON. */
export const quoted = (text: string): string => JSON.stringify(text)

/** A list of strings as JSON. */
export const listed = (texts: readonly string[]): string =>
  texts.length === 0 ? '[]' : JSON.stringify(texts)

/** Members as an object: each value is JSON text already. Names are distinct. */
export function objectOf(members: Iterable<readonly [name: string, json: string]>): string {
  let text = ''
  for (const [name, json] of members) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${json}`
  return `{${text}}`
}
