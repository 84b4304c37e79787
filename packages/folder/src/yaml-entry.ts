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
