/**
 * Ids that occur more than once in a folder. The first block in the order of files and lines keeps the id, and the
 * others lose it. The result does not depend on the account.
 */
import { flatten, nest, ownText, type BlockDraft, type NoteDraft } from '@notegraph/folder'
import { journalId } from '@notegraph/graph'

/**
 * @param seen ids of earlier notes; the ids of this note are added
 * @param repeated called with the line of each repeated id
 */
export function withOwnIds(
  note: NoteDraft,
  seen: Set<string>,
  repeated: (line: number) => void = () => {},
): NoteDraft {
  const ids = ownIdsOf(note)
  if (ids.length === 0) return note
  // Nearly every note has unique ids, and is returned unchanged.
  if (new Set(ids).size === ids.length && !ids.some((id) => seen.has(id))) {
    for (const id of ids) seen.add(ownText(id))
    return note
  }
  const own = <T extends { readonly id?: string; readonly line?: number }>(draft: T): T => {
    if (draft.id === undefined) return draft
    if (!seen.has(draft.id)) {
      seen.add(ownText(draft.id))
      return draft
    }
    repeated(draft.line ?? 1)
    const { id: _, ...rest } = draft
    return rest as T
  }
  const { shapes } = note
  return {
    ...own(note),
    ...(shapes && { shapes: shapes.map(own) }),
    blocks: nest(flatten(note.blocks).map(own)),
  }
}

/** The ids of a note's page, shapes and blocks, by which the graph may have them. */
export function idsOf(note: NoteDraft): string[] {
  const own = ownIdsOf(note)
  return note.day === undefined ? own : [journalId(note.day), ...own]
}

/** The ids in the note, without the id of its day. */
function ownIdsOf(note: NoteDraft): string[] {
  const ids: string[] = []
  if (note.id !== undefined) ids.push(note.id)
  for (const shape of note.shapes ?? []) if (shape.id !== undefined) ids.push(shape.id)
  const stack: (readonly BlockDraft[])[] = [note.blocks]
  for (let level = stack.pop(); level; level = stack.pop())
    for (const draft of level) {
      if (draft.id !== undefined) ids.push(draft.id)
      if (draft.children.length > 0) stack.push(draft.children)
    }
  return ids
}
