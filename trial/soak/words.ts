/** Words of notes: few frequent ones and many rare ones. */
const SYLLABLES = [
  'ba',
  'ke',
  'lo',
  'mi',
  'nu',
  'pra',
  'sti',
  'ter',
  'vo',
  'an',
  'el',
  'or',
  'qui',
  'sha',
  'wen',
  'zor',
]
const VOCABULARY = 5_000

/** A word; a few of them are frequent. */
export function word(): string {
  let text = ''
  for (
    let rest = Math.floor(VOCABULARY ** Math.random());
    rest > 0;
    rest = Math.floor(rest / SYLLABLES.length)
  )
    text += SYLLABLES[rest % SYLLABLES.length]
  return text
}

export const sentence = (): string =>
  Array.from({ length: 8 + Math.floor(Math.random() * 8) }, word).join(' ')

export const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
