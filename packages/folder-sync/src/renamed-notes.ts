/** Files that have another name by now: what was agreed on goes along. */
import { fileText, textHash } from '@notegraph/folder'
import type { Base } from './base.ts'
import type { EditedNote } from './edited-notes.ts'
import type { SyncContext } from './context.ts'

/** A file that is gone, and a new one with its text, or with much of it at its place on the disk, are one file. */
export async function followRenames(
  { bases }: SyncContext,
  gone: readonly string[],
  edited: readonly EditedNote[],
): Promise<void> {
  const fresh = edited.filter(({ path }) => !bases.base(path))
  for (const from of gone) {
    const base = bases.base(from)!
    const to = fresh.find((file) => !bases.base(file.path) && isSameFile(base, file))
    if (!to) continue
    const { mark: _, ...moved } = base
    await bases.save([from, undefined], [to.path, moved])
  }
}

/** A place on the disk may have been given to another file since, so some of the words have to be the same too. */
function isSameFile(base: Base, { text, mark, note }: EditedNote): boolean {
  if (base.rows.length === 0) return false
  if (textHash(fileText(text)) === base.hash) return true
  const words = new Set(note.rows.map(({ content }) => content))
  const shared = base.rows.filter(({ content }) => words.has(content)).length
  return mark.node === base.mark?.node && shared * 2 >= base.rows.length
}
