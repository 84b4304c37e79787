/** One property of the page. */
export interface HeadProperty {
  /** The key in lower case, NFC. */
  readonly key: string
  /** The key as spelled, NFC. */
  readonly written: string
  /** The value as one trimmed line. */
  readonly value: string
  /** The index of its line. */
  readonly at: number
  /** Present if the property is in front matter. */
  readonly inFront?: true
  /** Present if the value is nested; it is then JSON. */
  readonly isJson?: true
}
