/**
 * One block of an outline as a draft. The outliner's own lines (`id::`, and the times of old versions) become metadata.
 * All other lines are the block's words.
 */
import { isRecordId } from '@notegraph/graph'
import type { Note } from './findings.ts'
import { bearsMark, headingLevel, withoutDrawers } from './logseq-block.ts'
import { readProperty } from './head-property.ts'
import type { TextBlock } from './outline-text.ts'

/** The words of a block, without the outliner's own lines. */
export interface BlockWords {
  readonly own: OwnLines
  readonly content: string
  /** For each line of the content, the index of its line in the file. */
  readonly lineAt: readonly number[]
}

/** The metadata in a block's own lines. */
export interface OwnLines {
  readonly id?: string
  /** Milliseconds since 1970. */
  readonly createdAt?: number
  readonly updatedAt?: number
}

const NONE: OwnLines = {}

const ID_LINE = /^id::/iu
const OWN_LINE = /^(?:id|created-at|updated-at)::/iu

/**
 * Splits a block into its own lines and its words.
 *
 * @param depth the depth of a block in Logseq's format, from 0; `undefined` for lines without old formats
 * @param isId whether the value of `id::` is the id of a block, and not an author's own
 */
export function blockWords(
  block: TextBlock,
  depth?: number,
  note: Note = () => {},
  isId: (value: string) => boolean = isRecordId,
): BlockWords {
  if (block.lines.length === 1) {
    const line = block.lines[0]!
    if (line.trim() !== '' && !OWN_LINE.test(line)) return { own: NONE, content: line, lineAt: [block.at] }
  }
  const own: { -readonly [K in keyof OwnLines]: OwnLines[K] } = {}
  const lines: string[] = []
  const lineAt: number[] = []
  const marks = depth !== undefined && bearsMark(block.lines[0]!)
  let level: number | undefined
  const current = depth === undefined ? block.lines : withoutDrawers(block)
  if (current !== block.lines) note('drawer', block.at + 1)
  for (const [index, line] of current.entries()) {
    if (line === undefined) continue
    if (marks && level === undefined && !block.inRegion[index]) {
      level = headingLevel(line, depth)
      if (level !== undefined) continue
    }
    const said = block.inRegion[index] ? undefined : ownLine(line, isId)
    const isFirst = said !== undefined && !Object.keys(said).some((key) => key in own)
    if (isFirst) Object.assign(own, said)
    else {
      if (said === undefined && !block.inRegion[index] && ID_LINE.test(line))
        note('id_malformed', block.at + index + 1)
      lines.push(line)
      lineAt.push(block.at + index)
    }
  }
  if (level !== undefined) note('heading_property', block.at + 1)
  if (level !== undefined) lines[0] = `${'#'.repeat(level)} ${lines[0]}`
  let from = 0
  let end = lines.length
  while (end > 0 && lines[end - 1]!.trim() === '') end--
  while (from < end && lines[from]!.trim() === '') from++
  return { own, content: lines.slice(from, end).join('\n'), lineAt: lineAt.slice(from, end) }
}

/**
 * Parses one of the outliner's own lines. Returns `undefined` for any other line, and for an invalid value, so that the
 * line stays as words.
 */
function ownLine(line: string, isId: (value: string) => boolean): OwnLines | undefined {
  const property = OWN_LINE.test(line) ? readProperty(line) : undefined
  if (!property) return undefined
  if (property.key === 'id') return isId(property.value) ? { id: property.value } : undefined
  const time = readTime(property.value)
  if (time === undefined) return undefined
  return property.key === 'created-at' ? { createdAt: time } : { updatedAt: time }
}

/** Parses milliseconds since 1970 in Logseq's format. */
export const readTime = (value: string): number | undefined =>
  /^\d{12,14}$/u.test(value) ? Number(value) : undefined
