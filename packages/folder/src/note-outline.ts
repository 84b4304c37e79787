/** Reads the head and the outline of a Markdown note. Neither depends on any other file. */
import { nameBlocks, type NamedBlocks } from './note-parts.ts'
import { readOutline, type TextBlock } from './outline-text.ts'
import { readHead, type PageHead } from './page-head.ts'
import type { FolderPlan } from './plan.ts'

/** The head and the outline of a Markdown note. */
export interface NoteOutline {
  readonly lines: readonly string[]
  readonly head: PageHead
  readonly blocks: readonly TextBlock[]
  /** The blocks that links can name; only in a folder of notes. */
  readonly named: NamedBlocks | undefined
}

/**
 * Reads the head and the outline of a note.
 *
 * @param text as `fileText` returns it
 * @throws TooMuch
 */
export function noteOutline(plan: FolderPlan, path: string, text: string): NoteOutline {
  const lines = text.split('\n')
  const head = readHead(lines, plan.style)
  const isNotes = plan.style === 'notes'
  const blocks = readOutline(lines, head.end, plan.style, plan.limits, isNotes)
  return { lines, head, blocks, named: isNotes ? nameBlocks(path, blocks) : undefined }
}
