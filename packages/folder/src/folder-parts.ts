/** Parts of notes that other notes of a folder name, as they come up. Each note is read for them once. */
import type { NoteParts } from './note-parts.ts'
import type { FolderPlan } from './plan.ts'
import type { PartsOf } from './read-markdown.ts'
import { notesWithParts, readParts } from './read-parts.ts'

/** Names of parts that an import keeps at most. A link to a part of any other note keeps its words. */
const MOST_NAMES = 500_000

export interface FolderParts {
  /** The parts that the note names. */
  of(path: string, text: string): Promise<PartsOf>
}

/**
 * @param textOf the text of a note, if it can be read
 * @param watch runs the work on a note, which nothing can interrupt
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
