/** Targets of a note's references and embeds. The import later checks which of them exist. */
import type { ReferenceTarget } from './draft.ts'
import { maskCode } from './code-mask.ts'

/** The most targets of one note. */
const MOST_TARGETS = 10_000
const BLOCK = /\(\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)\)/giu
const PAGE = /\{\{embed[ \t]{1,8}\[\[([^[\]\n]{1,1024})\]\]/giu

/** Collects targets. */
export interface ReferenceTargets {
  readonly found: readonly ReferenceTarget[]
  /**
   * @param line the line of the block, from 1
   */
  add(content: string, line: number): void
}

/** Creates an empty collection. */
export function referenceTargets(): ReferenceTargets {
  const found: ReferenceTarget[] = []
  return {
    found,
    add(content, line) {
      const hasBlock = content.includes('((')
      const hasPage = content.includes('[[') && /\{\{embed/iu.test(content)
      if ((!hasBlock && !hasPage) || found.length >= MOST_TARGETS) return
      const masked = maskCode(content)
      const add = (kind: ReferenceTarget['kind'], pattern: RegExp) => {
        for (const [, target = ''] of masked.matchAll(pattern))
          if (found.length < MOST_TARGETS) found.push({ kind, target, line })
      }
      if (hasBlock) add('block_missing', BLOCK)
      if (hasPage) add('embed_missing', PAGE)
    },
  }
}
