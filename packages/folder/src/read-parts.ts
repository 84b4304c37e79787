/**
 * A link to a part of another note is read by what that note has. So an import looks first at which notes a text names
 * parts of, and reads their parts.
 */
import { isCanvas, readCanvas } from './canvas.ts'
import { TooMuch } from './limits.ts'
import { nameBlocks, type NoteParts } from './note-parts.ts'
import { readOutline } from './outline-text.ts'
import { readHead } from './page-head.ts'
import { folderOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { fileText } from './read-markdown.ts'

/** Embeds of any part, and links to anchors: a link to a heading needs no more than its note. */
const PART = /(!?)\[\[([^[\]\n|#]{1,1024})#(\^?)/gu

/** Paths of the other notes of which a text names parts, each once; none in a Logseq folder. */
export function notesWithParts(plan: FolderPlan, path: string, text: string): string[] {
  if (plan.style !== 'notes' || !text.includes('#')) return []
  const folder = folderOf(path)
  const found = new Set<string>()
  for (const [, embed, target = '', anchor] of wordsIn(plan, path, text).matchAll(PART)) {
    if (embed === '' && anchor === '') continue
    const other = plan.index.findPath(folder, target.trim())
    if (other !== undefined && other !== path) found.add(other)
  }
  return [...found]
}

function wordsIn(plan: FolderPlan, path: string, text: string): string {
  return isCanvas(path) ? withinLimits(() => readCanvas(plan, path, text)?.join('\n'), '') : text
}

/** The parts of the note at `path`; none where it holds more than its limits allow, for then it is not imported. */
export function readParts(plan: FolderPlan, path: string, text: string): NoteParts {
  const lines = fileText(text.replaceAll('\0', '')).split('\n')
  return withinLimits(() => {
    const { end } = readHead(lines, plan.style)
    return nameBlocks(path, readOutline(lines, end, plan.style, plan.limits))
  }, NO_PARTS)
}

const NO_PARTS: NoteParts = { ids: new Map() }

function withinLimits<T>(read: () => T | undefined, otherwise: T): T {
  try {
    return read() ?? otherwise
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return otherwise
  }
}
