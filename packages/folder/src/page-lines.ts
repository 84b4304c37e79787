/** The lines of a page in a new file. */
import { isoDay, type Day } from '@notegraph/block-text'
import type { DraftText } from './draft.ts'
import type { NoteLines } from './note-lines.ts'
import { opensMultiLine } from './multi-line.ts'
import { stemOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { nameNote } from './read-markdown.ts'

/** A page with the addresses of a folder. */
export interface WritablePage {
  readonly name: string
  readonly day: Day | undefined
  readonly props: readonly (readonly [key: string, value: DraftText])[]
  readonly blocks: readonly { readonly depth: number; readonly content: DraftText; readonly id?: string }[]
}

/**
 * Lists the lines of a page. A page that is named by its day needs no title.
 *
 * @param isKept whether the file is written again; a page named by the file of its day then needs no title either
 * @param spell returns the owner's spelling of a key
 */
export function pageLines(
  { name, day, props, blocks }: WritablePage,
  plan: FolderPlan,
  path: string,
  isKept: boolean,
  spell: (key: string) => string,
): NoteLines {
  const isOwnDay = day !== undefined && (name === isoDay(day) || (isKept && name === stemOf(path)))
  const isNamed = isOwnDay || nameNote(plan, path, undefined).name === name
  const head = props.map(([key, { text }]) => [key, `${spell(key)}:: ${oneLine(text)}`.trimEnd()] as const)
  if (!isNamed) head.unshift(['title', `title:: ${oneLine(name)}`])
  return {
    head,
    blocks: blocks.map(({ depth, content, id }) => ({ depth, words: withId(content.text, id) })),
  }
}

/** @param id written as a property, for references to the block */
function withId(content: string, id: string | undefined): string {
  if (id === undefined) return content
  const lines = content === '' ? [] : content.split('\n')
  lines.splice(lines.length === 0 || opensMultiLine(lines[0]!) ? 0 : 1, 0, `id:: ${id}`)
  return lines.join('\n')
}

const oneLine = (text: string): string => text.replaceAll(/[\n\r]+/gu, ' ')
