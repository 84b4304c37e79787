/**
 * Files among notes that hold pages of another outliner: a JSON export of Roam Research, which holds many, and an outline
 * in OPML, which holds one. A Logseq folder has none.
 */
import type { ReadResult } from './draft.ts'
import { checkLines, TooMuch } from './limits.ts'
import { readOpml } from './opml.ts'
import { endingOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { fileText } from './read-markdown.ts'
import { readRoam } from './roam.ts'

/** Whether one of `plan.assets` may hold pages, by its name. */
export const mayHoldPages = (plan: FolderPlan, path: string): boolean =>
  plan.style === 'notes' && (endingOf(path) === 'json' || endingOf(path) === 'opml')

/**
 * The pages of a file, each read as it is asked for.
 * @param text the file's text, as UTF-8 reads
 * @returns undefined for JSON that is no export of Roam, and so a file like any other
 */
export function readPages(plan: FolderPlan, path: string, text: string): Iterable<ReadResult> | undefined {
  const written = fileText(text)
  try {
    if (endingOf(path) === 'json') return readRoam(path, written, plan.limits)
    checkLines(written, plan.limits.lines ?? Infinity)
    return [readOpml(path, written, plan.limits)]
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return [{ ok: false, unread: [{ file: path, line: error.line, why: error.message }], kind: 'limit' }]
  }
}
