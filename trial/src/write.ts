/** The writes of the load, and what is known of each. */

/** The ways a write reaches the server. */
export const WAYS = ['block', 'outline', 'assistant', 'device'] as const
export type Way = (typeof WAYS)[number]

/** A write, identical each time it is sent. */
export interface Write {
  readonly key: string
  readonly way: Way
  /** The texts of the blocks that it adds, all or none. */
  readonly texts: readonly string[]
  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number
  /** When the server acknowledged it; absent without an answer. */
  answeredAt?: number
}

/** The blocks of an outline, so that a half of one would show. */
const OUTLINE = ['first', 'second', 'third']

export function makeWrite(way: Way, key: string, now: number): Write {
  const texts = way === 'outline' ? OUTLINE.map((part) => `${key} ${part}`) : [key]
  return { key, way, texts, madeAt: now }
}

export const isAnswered = ({ answeredAt }: Write): boolean => answeredAt !== undefined

/** The write as it was before the server acknowledged it. */
export const unanswered = ({ key, way, texts, madeAt }: Write): Write => ({ key, way, texts, madeAt })

/** The writes that the load lists in the list of changes; pushes of devices are not in it. */
export const isListed = ({ way }: Write): boolean => way !== 'device'
