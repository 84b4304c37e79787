/**
 * Faults: why a text is no query, with the place and, where one is near, the operator that was meant. Each is worded
 * here and nowhere else.
 *
 * @see query, Faults
 */

export interface QueryFault {
  /** One sentence without the place, which begins in lower case and has no full stop. */
  readonly reason: string
  /** The first of what is wrong, in UTF-16 units of the query as sent, from 1. */
  readonly at: number
  /** The name of the operator that was meant, where one is near. */
  readonly nearest?: string
}

/**
 * The whole fault in words: `q does not parse: there is no operator "tood" at character 2; did you mean (todo …)?`
 * @param name what the caller knows the query by
 */
export function faultWords({ reason, at, nearest }: QueryFault, name = 'q'): string {
  const end = nearest === undefined ? '.' : `; did you mean (${nearest} …)?`
  return `${name} does not parse: ${reason} at character ${at}${end}`
}
