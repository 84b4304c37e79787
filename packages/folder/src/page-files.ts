/**
 * Exports among notes: a JSON export of Roam Research contains many pages, and an OPML outline contains one. A Logseq
 * folder has none.
 */
import type { ReadResult } from './draft.ts'
import { checkLines, TooMuch } from './limits.ts'
import { readOpml } from './opml.ts'
import { endingOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { fileText } from './read-markdown.ts'
import { readRoam } from './roam.ts'

/**
 * Whether one of `plan.assets` can contain pages, by its name.
 *
 * @example
 * mayHoldPages(planFolder(['a.md', 'roam.json']), 'roam.json') // true
 */
export const mayHoldPages = (plan: FolderPlan, path: string): boolean =>
  plan.style === 'notes' && (endingOf(path) === 'json' || endingOf(path) === 'opml')

/**
 * Reads the pages of a file, each on demand.
 *
 * @param text the UTF-8 text of the file
 * @returns `undefined` for JSON that is not an export of Roam
 * @example
 * readPages(planFolder(['a.md', 'x.json']), 'x.json', '{}') // undefined
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
