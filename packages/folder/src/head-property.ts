/** The properties at the head of a file. */
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
  /** Present if a list has a value and others that are null. */
  readonly hasNull?: true
}

/** A line of front matter that is no property. */
export interface FrontWords {
  readonly words: string
  /** The index of its line. */
  readonly at: number
  /** Absent for the further lines of an entry that is no YAML. */
  readonly kind?: 'comment' | 'front_matter_text'
}

const PROPERTY = /^[ \t]*([\p{L}\p{M}\p{N}_./-]{1,64})::(?:[ \t]+([^\n]*)|[ \t]*)$/u

/**
 * Reads a `key:: value` line. @see decisions 2.4
 */
export function readProperty(line: string): Omit<HeadProperty, 'at'> | undefined {
  const match = PROPERTY.exec(line)
  if (!match) return undefined
  const written = match[1]!.normalize('NFC')
  return { key: written.toLowerCase(), written, value: (match[2] ?? '').trim() }
}
