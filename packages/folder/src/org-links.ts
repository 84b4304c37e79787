/**
 * Targets of links in Org files: other files of the folder, and the ids of files and headings. A page is named by the
 * title in its file, so the files have to be read first.
 */
import { fold } from '@notegraph/block-text'
import { isUuid } from './uuid.ts'
import type { TargetOf } from './org-words.ts'
import { orgToMarkdown } from './org.ts'
import { ownNames } from './own-names.ts'
import { ownText } from './own-text.ts'
import { pageDraft } from './page-draft.ts'
import { readHead } from './page-head.ts'
import { decoded } from './file-name.ts'
import { endingOf, folderOf, resolvePath } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { nameNote } from './read-markdown.ts'

/** Collects the names and ids of notes. */
export interface OrgLinks {
  /** Adds a note. Their order is that of the plan, because the first note of a name has it. */
  add(path: string, text: string): void
  /** Returns the targets of links in the file at `path`. */
  readonly targetsIn: (path: string) => TargetOf
}

/** The most ids that are kept. Other links by id stay as words. */
const MOST_IDS = 500_000
const ID = /^[ \t]*:(?:custom_)?id:[ \t]+(\S{1,64})[ \t]*$/iu
const HEADING = /^\*+[ \t]/u
const LINK = /\[\[(?:id|file):|\[\[[^\]\n]{1,1024}\.(?:org|md|markdown)(?:::[^\]\n]*)?\]/iu

/** Whether a text has a link to another file, or to an id that any file can have. */
export const hasOrgLinks = (text: string): boolean => LINK.test(text)

const LINKED: ReadonlySet<string> = new Set(['org', 'md', 'markdown'])
/** Whether a link of Org can lead to the page of a file. */
export const canLinkTo = (path: string): boolean => LINKED.has(endingOf(path))

/** Creates an empty collection. */
export function orgLinks(plan: FolderPlan): OrgLinks {
  const notes = new Map(plan.notes.map(({ path }) => [fold(path), path]))
  const names = new Map<string, string>()
  const ids = new Map<string, string>()
  const named = ownNames(plan)
  const nameOf = (path: string): string => names.get(path) ?? nameNote(plan, path, undefined).name
  return {
    add(path, text) {
      const isOrg = endingOf(path) === 'org'
      const head = readHead((isOrg ? orgToMarkdown(headOf(text)) : text).split('\n'), 'logseq')
      const titles = head.properties.filter(({ key, value, isJson }) => key === 'title' && value && !isJson)
      const page = nameNote(plan, path, titles.at(-1)?.value)
      const note = named({ ...pageDraft({ path, name: '', blocks: [], unread: [] }), ...page })
      names.set(path, ownText(note.name))
      if (!isOrg) return
      let isPage = true
      for (const line of text.split('\n')) {
        if (HEADING.test(line)) isPage = false
        const found = ID.exec(line)?.[1]
        if (found === undefined || ids.size >= MOST_IDS || ids.has(found)) continue
        const id = ownText(found)
        ids.set(id, isPage || !isUuid(id) ? `[[${nameOf(path)}]]` : `((${id}))`)
      }
    },
    targetsIn: (path) => (target) => {
      const [named = ''] = target.split('::', 1)
      if (named.startsWith('id:')) return ids.get(named.slice(3))
      const file = named.replace(/^file:/u, '')
      if (!canLinkTo(file)) return undefined
      const folder = folderOf(path)
      const other = [file, decoded(file)]
        .map((one) => notes.get(fold(resolvePath(folder, one) ?? '')))
        .find((one) => one !== undefined)
      return other === undefined ? undefined : `[[${nameOf(other)}]]`
    },
  }
}

/** The lines before the first heading. */
function headOf(text: string): string {
  const first = text.search(/^\*/mu)
  return first < 0 ? text : text.slice(0, first)
}
