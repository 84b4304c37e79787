/**
 * Names of outlines in OPML: the title, or the path if a note or an outline before has that title. The title is then an alias.
 */
import { fold, isoDay, listPart, type Day } from '@notegraph/block-text'
import type { Finding, FolderPlan, NoteDraft } from '@notegraph/folder'

const keyOf = (name: string, day: Day | undefined): string => (day === undefined ? fold(name) : isoDay(day))

/** Returns a function that names the outlines of a folder, in the order of the import. Other notes keep their names. */
export function outlineNames({ notes, index, dayOf }: FolderPlan): (note: NoteDraft) => NoteDraft {
  const taken = new Set(notes.map(({ path }) => keyOf(index.nameOf(path), dayOf(path))))
  return (note) => {
    if (!/\.opml$/iu.test(note.path)) return note
    const { day, ...other } = note
    const key = keyOf(note.name, day)
    if (!taken.has(key)) {
      taken.add(key)
      return note
    }
    const renamed: Finding = { kind: 'page_renamed', count: 1, lines: [1] }
    return {
      ...other,
      name: note.path.replace(/\.opml$/iu, ''),
      kind: 'page',
      props: [...note.props, ['alias', listPart(note.name)]],
      findings: [...(note.findings ?? []), renamed],
    }
  }
}
