/** Words of notes: few frequent ones and many rare ones. */
const VOCABULARY = 5_000

/** A word; a few of them are frequent. */
export const word = (): string => `word${Math.floor(VOCABULARY ** Math.random()).toString(36)}`

export const sentence = (): string =>
  Array.from({ length: 8 + Math.floor(Math.random() * 8) }, word).join(' ')

export const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
