/** Renamed files: the base moves to the new name. */
import { fileText, textHash } from '@notegraph/folder'
import type { Base } from './base.ts'
import type { EditedNote } from './edited-notes.ts'
import type { SyncContext } from './context.ts'

/**
 * Finds renames. A missing file and a new file are the same if their texts are equal. So are two files with the same
 * inode and much common text.
 */
export async function followRenames(
  { bases }: SyncContext,
  gone: readonly string[],
  edited: readonly EditedNote[],
): Promise<void> {
  const fresh = edited.filter(({ path }) => !bases.base(path))
  for (const from of gone) {
    const base = bases.base(from)
    const to = base && fresh.find((file) => !bases.base(file.path) && isSameFile(base, file))
    if (!to) continue
    const { mark: _, ...moved } = base
    await bases.save([from, undefined], [to.path, moved])
  }
}

/** The disk can reuse an inode for another file, so some of the words must be equal too. */
function isSameFile(base: Base, { text, mark, note }: EditedNote): boolean {
  if (base.rows.length === 0) return false
  if (textHash(fileText(text)) === base.hash) return true
  const words = new Set(note.rows.map(({ content }) => content))
  const shared = base.rows.filter(({ content }) => words.has(content)).length
  return mark.node === base.mark?.node && shared * 2 >= base.rows.length
}
