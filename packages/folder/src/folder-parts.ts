/**
 * Parts of notes that other notes of a folder link to. Each note is read for its parts once, when a link needs them.
 */
import type { NoteParts } from './note-parts.ts'
import type { FolderPlan } from './plan.ts'
import type { PartsOf } from './read-markdown.ts'
import { notesWithParts, readParts } from './read-parts.ts'

/** The most names of parts that an import caches. Links to parts of other notes stay as words. */
const MOST_NAMES = 500_000

/** A cache of the parts of notes. */
export interface FolderParts {
  /** Returns the parts that a note links to. */
  of(path: string, text: string): Promise<PartsOf>
}

/**
 * Creates the cache.
 *
 * @param textOf returns the text of a note, or `undefined` if it cannot be read
 * @param watch runs the synchronous work on one note
 * @example
 * const plan = planFolder(['a.md', 'b.md'])
 * const parts = folderParts(plan, async () => 'words ^one')
 * ;(await parts.of('a.md', '[[b#^one]]'))('b.md').ids.size // 1
 */
export function folderParts(
  plan: FolderPlan,
  textOf: (path: string) => Promise<string | undefined>,
  watch: <T>(path: string, work: () => T) => T = (_, work) => work(),
): FolderParts {
  const known = new Map<string, NoteParts | undefined>()
  let names = 0

  async function read(path: string): Promise<NoteParts | undefined> {
    const text = names >= MOST_NAMES ? undefined : await textOf(path)
    const parts = text === undefined ? undefined : watch(path, () => readParts(plan, path, text))
    names += parts?.ids.size ?? 0
    return parts
  }

  return {
    async of(path, text) {
      for (const other of notesWithParts(plan, path, text))
        if (!known.has(other)) known.set(other, await read(other))
      return (other) => known.get(other)
    },
  }
}
