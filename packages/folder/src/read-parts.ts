/**
 * Parts of notes that a text links to. Reading such a link requires the other note's parts, so an import reads these
 * first.
 */
import { readCanvas } from './canvas.ts'
import { isCanvas } from './canvas-names.ts'
import { checkLines, TooMuch } from './limits.ts'
import { noteOutline, type NoteOutline } from './note-outline.ts'
import type { NoteParts } from './note-parts.ts'
import { folderOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { fileText } from './read-markdown.ts'

/** Embeds of any part, and links to anchors. A link to a heading only needs its note. */
const PART = /(!?)\[\[([^[\]\n|#]{1,1024})#(\^?)([^[\]\n|#]{0,1024}#(\^?))?/gu
/** The same in Markdown. */
const MARKDOWN_PART = /(!?)\[[^[\]\n]{0,1024}\]\(<?((?:[^()<>\n#]|\([^()<>\n#]{0,256}\)){1,1024})#(\^?)/gu

/**
 * Lists the paths of the other notes whose parts a text links to. Each appears once. Empty in a Logseq folder.
 *
 * @example
 * notesWithParts(planFolder(['a.md', 'b.md']), 'a.md', '[[b#^one]]') // ['b.md']
 */
export function notesWithParts(plan: FolderPlan, path: string, text: string): string[] {
  if (plan.style !== 'notes' || !text.includes('#')) return []
  const folder = folderOf(path)
  const found = new Set<string>()
  const words = wordsIn(plan, path, text)
  const { findPath, findNote } = plan.index
  for (const [pattern, find] of [
    [PART, findPath],
    [MARKDOWN_PART, findNote],
  ] as const)
    for (const [, embed, target = '', anchor, more = '', second] of words.matchAll(pattern)) {
      if (embed === '' && anchor === '' && second !== '^') continue
      // A note can have a `#` in its name.
      const whole = `${target}#${more}`.replace(/#\^?$/u, '')
      const other = find(folder, target.trim()) ?? (more === '' ? undefined : find(folder, whole.trim()))
      if (other !== undefined && other !== path) found.add(other)
    }
  return [...found]
}

function wordsIn(plan: FolderPlan, path: string, text: string): string {
  return isCanvas(path) ? withinLimits(() => readCanvas(plan, path, text)?.join('\n'), '') : text
}

/** Reads the note at `path` up to its outline; undefined if the note exceeds its limits. */
export function openNote(plan: FolderPlan, path: string, text: string): NoteOutline | undefined {
  const written = fileText(text.replaceAll('\0', ''))
  return withinLimits(() => {
    checkLines(written, plan.limits.lines ?? Infinity)
    return noteOutline(plan, path, written)
  }, undefined)
}

const NO_PARTS: NoteParts = { ids: new Map() }

/** Returns the parts of a note. A note beyond its limits has none, because the import rejects it. */
export const partsOf = (note: NoteOutline | undefined): NoteParts =>
  note?.named ? { ids: note.named.ids } : NO_PARTS

/**
 * Reads the parts of the note at `path`. A note beyond its limits has none, because the import rejects it.
 *
 * @example
 * readParts(planFolder(['a.md']), 'a.md', 'words ^one').ids.has('^one') // true
 */
export const readParts = (plan: FolderPlan, path: string, text: string): NoteParts =>
  partsOf(openNote(plan, path, text))

function withinLimits<T>(read: () => T | undefined, otherwise: T): T {
  try {
    return read() ?? otherwise
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return otherwise
  }
}
