/**
 * Names of the notes of a Logseq folder. Two files can be about one page, by their titles, their names or their days.
 * The first in the order of the plan has the name. Any other is a page of its own under its path.
 */
import { fold, isoDay, listPart, listValues } from '@notegraph/block-text'
import type { NoteDraft } from './draft.ts'
import type { Finding } from './findings.ts'
import { pageName } from './file-name.ts'
import { baseOf, folderOf, stemOf } from './path.ts'
import type { FolderPlan } from './plan.ts'

/**
 * Returns the name of a note's page for comparison: its day, or its name without regard to case.
 *
 * @example
 * nameKey({ name: 'Garden' }) // 'garden'
 */
export const nameKey = ({ name, day }: Pick<NoteDraft, 'name' | 'day'>): string =>
  day === undefined ? fold(name) : isoDay(day)

/**
 * Returns the note as a page under its path. The name that it does not get is an alias, unless the path ends with it.
 *
 * @param isTaken whether another page has the name
 * @example
 * const plan = planFolder(['pages/Garden.md', 'notes/Garden.md'])
 * const read = readNote(plan, 'notes/Garden.md', '- beds')
 * underPath(read.note, plan, () => false).name // 'notes/Garden'
 */
export function underPath(
  note: NoteDraft,
  { config }: FolderPlan,
  isTaken: (key: string) => boolean,
): NoteDraft {
  const { path, day, ...rest } = note
  const folder = folderOf(path)
  const stem = day === undefined ? pageName(stemOf(path), config.nameFormat) : stemOf(path)
  const short = folder === '' ? stem : `${folder}/${stem}`
  const name = isTaken(fold(short)) ? path : short
  const isInPath = [stem, baseOf(path)].some((one) => fold(one) === fold(note.name))
  const props = new Map(note.props)
  const before = props.get('alias') ?? ''
  if (!isInPath && !listValues(before).some((one) => fold(one) === fold(note.name)))
    props.set('alias', [before, listPart(note.name)].filter(Boolean).join(', '))
  const renamed: Finding = { kind: 'page_renamed', count: 1, lines: [1] }
  return {
    ...rest,
    path,
    name,
    kind: note.kind === 'whiteboard' ? 'whiteboard' : 'page',
    props: [...props],
    findings: [...(note.findings ?? []), renamed],
  }
}

/** Returns a function that names the notes of a Logseq folder, in the order of the plan. */
export function ownNames(plan: FolderPlan): (note: NoteDraft) => NoteDraft {
  if (plan.style !== 'logseq') return (note) => note
  const taken = new Map<string, string>()
  const isFree = (key: string, path: string): boolean => (taken.get(key) ?? path) === path
  return (note) => {
    const isOwn = isFree(nameKey(note), note.path) || note.id !== undefined
    const named = isOwn ? note : underPath(note, plan, (key) => !isFree(key, note.path))
    // A journal page has its day, and the name of its file.
    for (const key of [nameKey(named), fold(named.name)]) if (!taken.has(key)) taken.set(key, note.path)
    return named
  }
}
