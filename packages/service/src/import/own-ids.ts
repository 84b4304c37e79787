/**
 * Ids that stand more than once in a folder: each is that of the first that bears it, in the order of the files and of
 * their lines, and the others are without one. So which is meant never depends on what the account holds already.
 */
import { flatten, nest, type BlockDraft, type NoteDraft } from '@notegraph/folder'
import { journalId } from '@notegraph/graph'

/**
 * @param seen the ids that stood before; those of the note are added
 * @param repeated is called with the line of each id that stood before
 */
export function withOwnIds(
  note: NoteDraft,
  seen: Set<string>,
  repeated: (line: number) => void = () => {},
): NoteDraft {
  const ids = ownIdsOf(note)
  if (ids.length === 0) return note
  // Nearly every note has ids of its own alone, and stays as it is.
  if (new Set(ids).size === ids.length && !ids.some((id) => seen.has(id))) {
    for (const id of ids) seen.add(id)
    return note
  }
  const own = <T extends { readonly id?: string; readonly line?: number }>(draft: T): T => {
    if (draft.id === undefined) return draft
    if (!seen.has(draft.id)) {
      seen.add(draft.id)
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

/** Ids that the note names for its page, its shapes and its blocks, by which the graph may hold them already. */
export function idsOf(note: NoteDraft): string[] {
  const own = ownIdsOf(note)
  return note.day === undefined ? own : [journalId(note.day), ...own]
}

/** Those that the note says, without the one that its day gives. */
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
