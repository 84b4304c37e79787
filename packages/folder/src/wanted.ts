/** Targets of a note's references and embeds. The import later checks which of them exist. */
import type { Wanted } from './draft.ts'
import { maskCode } from './mask.ts'

/** The most targets of one note. */
const MOST_WANTED = 10_000
const BLOCK = /\(\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)\)/giu
const PAGE = /\{\{embed[ \t]{1,8}\[\[([^[\]\n]{1,1024})\]\]/giu

/** Collects targets. */
export interface WantedList {
  readonly found: readonly Wanted[]
  /**
   * @param line the line of the block, from 1
   */
  add(content: string, line: number): void
}

/** Creates an empty collection. */
export function wantedList(): WantedList {
  const found: Wanted[] = []
  return {
    found,
    add(content, line) {
      const hasBlock = content.includes('((')
      const hasPage = content.includes('[[') && /\{\{embed/iu.test(content)
      if ((!hasBlock && !hasPage) || found.length >= MOST_WANTED) return
      const masked = maskCode(content)
      const add = (kind: Wanted['kind'], pattern: RegExp) => {
        for (const [, target = ''] of masked.matchAll(pattern))
          if (found.length < MOST_WANTED) found.push({ kind, target, line })
      }
      if (hasBlock) add('block_missing', BLOCK)
      if (hasPage) add('embed_missing', PAGE)
    },
  }
}
