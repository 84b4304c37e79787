/**
 * A clash as it is shown in a file, in the words of version control: what is shown now, then each other version. Whoever
 * takes the marks away and leaves the words that are right has decided.
 */
import type { WordedRecord } from '@notegraph/sync'

const OPEN = '<<<<<<< '
const NEXT = '======= '
const CLOSE = '>>>>>>> '

/** The words of a block; with those of each version where there are some. */
export function shownWords({ words, versions = [] }: WordedRecord): string {
  if (versions.length === 0) return words.text
  const others = versions.flatMap(({ text, at, device }) => [
    `${NEXT}${device === '' ? 'another device' : device}, ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    text,
  ])
  return [
    `${OPEN}as it stands`,
    words.text,
    ...others,
    `${CLOSE}keep the right words, or: notegraph conflicts`,
  ].join('\n')
}

/**
 * What was made of words that were shown with their versions: `text` the words, and whether that decides; or nothing,
 * where the marks are half gone and nobody could say what is meant.
 * @param before as they were shown
 */
export function readDecision(
  now: string,
  before: string,
): { readonly text: string; readonly decided: boolean } | undefined {
  const lines = now.split('\n')
  if (!lines.some((line) => [OPEN, NEXT, CLOSE].some((mark) => line.startsWith(mark))))
    return { text: now, decided: true }
  const [parts, shown] = [partsOf(now), partsOf(before)]
  if (!parts || !shown || parts.length !== shown.length) return undefined
  const isSame = parts.every((part, i) => i === 0 || part === shown[i])
  return isSame ? { text: parts[0]!, decided: false } : undefined
}

/** The texts between the marks, each with the mark before it but for the first. */
function partsOf(text: string): string[] | undefined {
  const lines = text.split('\n')
  if (!lines[0]!.startsWith(OPEN) || !lines.at(-1)!.startsWith(CLOSE)) return undefined
  const parts: string[][] = [[]]
  for (const line of lines.slice(1, -1))
    if (line.startsWith(NEXT)) parts.push([line])
    else parts.at(-1)!.push(line)
  return parts.map((part) => part.join('\n'))
}
