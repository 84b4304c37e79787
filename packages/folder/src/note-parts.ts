/**
 * The parts of a note that a link can name: `[[Note#^anchor]]` is a block, `[[Note#Heading]]` is the section below a
 * heading. The id of each derives from the note's path and the part's name. A repeated import therefore finds the same
 * block.
 */
import { fold } from '@notegraph/block-text'
import { anchorId, anchorsOf, withoutAnchor } from './anchor.ts'
import { blockWords } from './block-draft.ts'
import type { TextBlock } from './outline-text.ts'
import { ownText } from './own-text.ts'
import { isUuid } from './uuid.ts'

/** The parts of one note. */
export interface NoteParts {
  /** Ids of blocks by `^anchor` and by heading: `heading`, and `heading#heading` with the headings above it. */
  readonly ids: ReadonlyMap<string, string>
}

/** The parts of a note, with the blocks of its outline. */
export interface NamedBlocks extends NoteParts {
  readonly idOf: (block: TextBlock) => string | undefined
}

const MARKS = /^#{1,6}[ \t]+/u

/** Returns the id of the block for the text after the `#` of a link. */
export const findPart = ({ ids }: NoteParts, part: string): string | undefined =>
  ids.get(part.startsWith('^') ? part.toLowerCase() : part.split('#').map(headingKey).join('#'))

/**
 * Finds the parts of a note, in a folder of notes.
 *
 * @param top the outline of the note at `path`
 */
export function nameBlocks(path: string, top: readonly TextBlock[]): NamedBlocks {
  const ids = new Map<string, string>()
  const own = new Map<TextBlock, string>()
  const name = (key: string, id: string): void => {
    if (!ids.has(key)) ids.set(ownText(key), ownText(id))
  }
  const counts = new Map<string, number>()
  const levels: { readonly from: readonly TextBlock[]; at: number; readonly above: readonly string[] }[] = [
    { from: top, at: 0, above: [] },
  ]
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const block = level.from[level.at++]
    if (!block) {
      levels.pop()
      continue
    }
    const anchors = anchorsOf(block.lines.join('\n'))
    const isHeading = block.kind === 'heading'
    let { above } = level
    let id = anchors.length === 0 ? undefined : anchorId(path, anchors[0]!)
    if (isHeading) {
      const key = headingKey(withoutAnchor(block.lines[0]!).replace(MARKS, ''))
      above = [...above, key]
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      id ??= anchorId(path, `#${key}#${count}`)
    }
    if (id !== undefined) {
      // A line `id:: …` in the note determines the id.
      const said = blockWords(block, undefined, undefined, isUuid).own.id ?? id
      own.set(block, said)
      for (const anchor of anchors) name(`^${anchor.toLowerCase()}`, said)
      if (isHeading)
        for (let from = above.length - 1; from >= 0; from--) name(above.slice(from).join('#'), said)
    }
    if (block.children.length > 0) levels.push({ from: block.children, at: 0, above })
  }
  return { ids, idOf: (block) => own.get(block) }
}

/** Links name a heading without its punctuation and ignore case. */
function headingKey(heading: string): string {
  const words = heading.replaceAll(/[\p{P}\p{S}\s]+/gu, ' ').trim()
  return fold(words === '' ? heading.trim() : words)
}
