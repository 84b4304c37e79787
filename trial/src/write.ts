/** The writes of the load, and what is known of each. */

/** The ways a write reaches the server. */
export const WAYS = ['block', 'outline', 'assistant', 'device', 'upload'] as const
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
  /** The file that an upload adds before its block, once the server acknowledged it. */
  file?: { readonly id: string; readonly answeredAt: number }
}

/** The content of the file of an upload, which no other write has. */
export const contentOf = (key: string): string => `${key}\n`.repeat(2_000)

/** The blocks of an outline, so that a half of one would show. */
const OUTLINE = ['first', 'second', 'third']

export function makeWrite(way: Way, key: string, now: number): Write {
  const texts = way === 'outline' ? OUTLINE.map((part) => `${key} ${part}`) : [key]
  return { key, way, texts, madeAt: now }
}

export const isAnswered = ({ answeredAt }: Write): boolean => answeredAt !== undefined

/** The write as it was before the server acknowledged it. */
export const unanswered = ({ key, way, texts, madeAt }: Write): Write => ({ key, way, texts, madeAt })

/** The write as its client knew it at a time. An answer in the same millisecond may have come later. */
export function asOf(write: Write, time: number): Write {
  const isKnown = (at: number | undefined): at is number => at !== undefined && at < time
  const { answeredAt, file } = write
  return {
    ...unanswered(write),
    ...(isKnown(answeredAt) && { answeredAt }),
    ...(file && isKnown(file.answeredAt) && { file }),
  }
}

/** The writes that the load lists in the list of changes; pushes of devices are not in it. */
export const isListed = ({ way }: Write): boolean => way !== 'device' && way !== 'upload'
