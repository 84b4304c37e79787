/**
 * A conflict in a file, with the markers of version control: the shown words, then each other version. The user
 * resolves the conflict by deleting the markers and keeping the right words.
 */
import type { WordedRecord } from '@notegraph/sync'

const OPEN = '<<<<<<< '
const NEXT = '======= '
const CLOSE = '>>>>>>> '

/** Returns the words of a block, with all conflicting versions if there are any. */
export function shownWords({ words, versions = [] }: WordedRecord): string {
  if (versions.length === 0) return words.text
  const others = versions.flatMap(({ text, at, device }) => [
    `${NEXT}${device === '' ? 'another device' : device}, ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    text,
  ])
  return [
    `${OPEN}current version`,
    words.text,
    ...others,
    `${CLOSE}keep one version, or run: notegraph conflicts`,
  ].join('\n')
}

/**
 * Reads edited words that were shown with their versions. Returns the new words, and whether the user resolved the
 * conflict. Returns `undefined` if only a part of the markers is left.
 *
 * @param before the words with their versions
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
  const [text] = parts
  return isSame && text !== undefined ? { text, decided: false } : undefined
}

/** Splits a text at its markers. Each part except the first begins with its marker. */
function partsOf(text: string): string[] | undefined {
  const lines = text.split('\n')
  if (!lines[0]?.startsWith(OPEN) || !lines.at(-1)?.startsWith(CLOSE)) return undefined
  const parts: string[][] = [[]]
  for (const line of lines.slice(1, -1))
    if (line.startsWith(NEXT)) parts.push([line])
    else parts.at(-1)?.push(line)
  return parts.map((part) => part.join('\n'))
}
