/** The words of a label in a Markdown link. */

/** Pairs of brackets amid words, which a label can hold as they are. */
const PAIRS = /^[^[\]]+(?:\[[^[\]]*\](?!\()[^[\]]+)+$/u

/** Escapes square brackets that would end a label. Code spans in it stay. */
export const unBracketed = (words: string): string =>
  /[[\]]/u.test(words) && !PAIRS.test(words)
    ? words.replaceAll(/(`+)[^`]+\1|\\[\s\S]|([[\]])/gu, (whole, _, bracket?: string) =>
        bracket === undefined ? whole : `\\${bracket}`,
      )
    : words
