/** Facts that an answer must contain, or must not contain, in any wording. */

/** Patterns by the name that a fault reports. */
export interface Facts {
  readonly [name: string]: RegExp
}

/** An answer as the checks read it: without Markdown, with one kind of quote, dash and space. */
export const plain = (answer: string): string =>
  answer
    .normalize('NFC')
    .replaceAll(/[*_`]|\[\[|\]\]/g, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‐‑‒–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** @returns the facts that the answer lacks */
export const lacks = (answer: string, facts: Facts): string[] =>
  Object.entries(facts)
    .filter(([, pattern]) => !pattern.test(answer))
    .map(([name]) => `the answer does not mention ${name}`)

/** @returns the facts that the answer wrongly contains */
export const holds = (answer: string, facts: Facts): string[] =>
  Object.entries(facts)
    .filter(([, pattern]) => pattern.test(answer))
    .map(([name]) => `the answer tells ${name}`)

/** Matches a statement that something is impossible or missing. */
export const NO: RegExp =
  /\b(?:no|not|nor|none|nothing|nowhere|neither|never|cannot|unable|without|refused?)\b|n't\b/i

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** Matches a day as people write it: `2026-11-20`, `20 November`, `November 20th`, `20 Nov`, `20.11.2026`. */
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

/** Matches a number such as a telephone number, with any separators between its digits. */
export const digitsPattern = (digits: string): RegExp => new RegExp(digits.split('').join('[\\s()./-]*'))
