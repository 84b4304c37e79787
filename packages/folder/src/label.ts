/** The words of a label in a Markdown link. */

/** Pairs of brackets amid words, which a label can hold as they are. */
const PAIRS = /^[^[\]]+(?:\[[^[\]]*\](?!\()[^[\]]+)+$/u

/** Escapes square brackets that would end a label, and a backtick that would begin code. Code spans in it stay. */
export function unBracketed(words: string): string {
  const isEscaped = PAIRS.test(words) ? /`/u : /[[\]`]/u
  return isEscaped.test(words)
    ? words.replaceAll(/(`+)[^`]+\1|\\[\s\S]|[[\]`]/gu, (found) =>
        found.length === 1 && isEscaped.test(found) ? `\\${found}` : found,
      )
    : words
}
