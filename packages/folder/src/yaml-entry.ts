/** One entry of a mapping. */
export interface YamlEntry {
  /** The key as one trimmed line. */
  readonly key: string
  readonly value: YamlValue
  /** The index of its line. */
  readonly line: number
}

/** A value as one trimmed line, the values of a list, or the JSON of a nested value. */
export type YamlValue = string | readonly string[] | { readonly json: string }

/** A mapping with its comments. */
export interface YamlMapping {
  readonly entries: readonly YamlEntry[]
  /** The words of each comment, in the order of the text. */
  readonly comments: readonly string[]
}

/** Whether a plain scalar says that there is no value. */
export const isNull = (word: string): boolean => /^(?:~|null|Null|NULL)$/u.test(word)
