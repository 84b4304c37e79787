/**
 * Emphasis: `**bold**`, `*italic*`, `_italic_`, `__bold__`, `~~struck~~`, `==marked==`. Emphasis ends with its line.
 * Code and links are skipped by their position, and unpaired marks are text.
 */

/** A replacement of some characters at a position of the text. */
export interface Tag {
  readonly at: number
  readonly length: number
  readonly html: string
}

interface Opening {
  readonly at: number
  readonly unit: string
  length: number
}

const RUN = /\*+|_+|~~+|==+|\n/g
/** The most open runs, so that the time stays linear. */
const MOST_OPEN = 32

/**
 * @param skip positions without emphasis, in order
 * @returns tags in order; well nested, and none inside a skipped position
 */
export function emphasis(
  text: string,
  from: number,
  skip: readonly { readonly start: number; readonly end: number }[],
): Tag[] {
  const tags: Tag[] = []
  let open: Opening[] = []
  let next = 0
  RUN.lastIndex = from
  for (let run = RUN.exec(text); run; run = RUN.exec(text)) {
    const { index: at } = run
    const [marks] = run
    while (next < skip.length && skip[next]!.end <= at) next++
    const inside = skip[next]
    if (inside && inside.start <= at) {
      RUN.lastIndex = inside.end
      continue
    }
    if (marks === '\n') {
      open = []
      continue
    }
    const unit = marks.charAt(0)
    const [before, after] = [text.charAt(at - 1), text.charAt(at + marks.length)]
    let left = marks.length
    if (!isBlank(before) && (unit !== '_' || !isWord(after)))
      while (left > 0) {
        const i = open.findLastIndex((one) => one.unit === unit)
        if (i < 0) break
        const opening = open[i]!
        const both = Math.min(2, left, opening.length)
        if (both < 2 && (unit === '~' || unit === '=')) break
        const name = nameOf(unit, both)
        tags.push({ at: opening.at + opening.length - both, length: both, html: `<${name}>` })
        tags.push({ at: at + marks.length - left, length: both, html: `</${name}>` })
        opening.length -= both
        left -= both
        open.length = opening.length > 0 ? i + 1 : i
      }
    if (
      left === marks.length &&
      !isBlank(after) &&
      (unit !== '_' || !isWord(before)) &&
      open.length < MOST_OPEN
    )
      open.push({ at, unit, length: left })
  }
  return tags.toSorted((a, b) => a.at - b.at)
}

function nameOf(unit: string, length: number): string {
  if (unit === '~') return 's'
  if (unit === '=') return 'mark'
  return length === 2 ? 'strong' : 'em'
}

const isBlank = (character: string): boolean => character === '' || /\s/.test(character)
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)
