/** Facts that an answer must hold, or must not, whatever its words are. */

/** What is looked for, by what it is called when it is not found. */
export interface Facts {
  readonly [name: string]: RegExp
}

/** An answer as facts look through it: without marks of Markdown, its quotes, dashes and spaces of one kind. */
export const plain = (answer: string): string =>
  answer
    .normalize('NFC')
    .replaceAll(/[*_`]|\[\[|\]\]/g, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‐‑‒–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** @returns which facts the answer lacks */
export const lacks = (answer: string, facts: Facts): string[] =>
  Object.entries(facts)
    .filter(([, pattern]) => !pattern.test(answer))
    .map(([name]) => `the answer does not tell ${name}`)

/** @returns which facts the answer holds that do not belong in it */
export const holds = (answer: string, facts: Facts): string[] =>
  Object.entries(facts)
    .filter(([, pattern]) => pattern.test(answer))
    .map(([name]) => `the answer tells ${name}`)

/** That something cannot be done, or is not there. */
export const NO: RegExp =
  /\b(?:no|not|nor|none|nothing|nowhere|neither|never|cannot|unable|without|refused?)\b|n't\b/i

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** A day as people write it: `2026-11-20`, `20 November`, `November 20th`, `20 Nov`, `20.11.2026`. */
export function dayPattern(iso: string): RegExp {
  const [year, month, day] = iso.split('-').map(Number)
  const name = MONTHS.format(new Date(`${iso}T00:00:00Z`))
  const word = `${name.slice(0, 3)}(?:${name.slice(3)})?`
  const two = (n: number | undefined) => `0?${n}`
  return new RegExp(
    [
      iso,
      `\\b${two(day)}(?:st|nd|rd|th)?\\.?(?: of)? ${word}\\b`,
      `\\b${word}\\.? ${two(day)}(?:st|nd|rd|th)?\\b`,
      `\\b${two(day)}[./]${two(month)}[./]${year}\\b`,
      `\\b${two(month)}/${two(day)}/${year}\\b`,
    ].join('|'),
    'i',
  )
}

/** A number as people set it, such as that of a telephone: its digits, whatever stands between them. */
export const digitsPattern = (digits: string): RegExp => new RegExp(digits.split('').join('[\\s()./-]*'))
