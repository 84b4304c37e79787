/**
 * Faults of a query: the reason, the place and, if one is near, the intended operator. Only this module words them.
 * @see query, Faults
 */

export interface QueryFault {
  /** The reason as part of a sentence, in lower case and without a full stop. */
  readonly reason: string
  /** The place of the fault, in UTF-16 units of the query, from 1. */
  readonly at: number
  /** The name of the nearest operator, if one is near. */
  readonly nearest?: string
}

/**
 * The message of a fault.
 * @param name the name of the query in the message, at the start of a sentence
 * @example
 * faultWords({ reason: 'there is no operator "tood"', at: 2, nearest: 'todo' }) // 'The query does not parse: there is no operator "tood" at character 2; did you mean (todo …)?'
 */
export function faultWords({ reason, at, nearest }: QueryFault, name = 'The query'): string {
  const end = nearest === undefined ? '.' : `; did you mean (${nearest} …)?`
  return `${name} does not parse: ${reason} at character ${at}${end}`
}
