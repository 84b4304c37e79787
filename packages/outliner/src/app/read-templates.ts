/** Reads the templates of the notes on this device. @see outliner 3.6 */
import { fieldOf } from '@notegraph/outliner'
import type { OpenApp } from './open-app.ts'
import { templateName, type TemplateRow } from './templates.ts'

/** Templates that are looked for. */
const MOST_FOUND = 100

export interface Template {
  readonly key: string
  readonly name: string
  readonly pageId: string
  /** The block with everything below it. Absent for a whole page. */
  readonly block?: string
}

/** The time for the marks of a template, as `09:05`. */
export const timeNow = (): string => new Date().toTimeString().slice(0, 5)

/** All templates by name. */
export async function templatesOf(app: OpenApp): Promise<readonly Template[]> {
  return foundBy(app, '(property template)', '(page-tags template)')
}

/** Templates among the blocks and the pages that two queries find. */
export async function foundBy(
  { notes: { engine }, pages }: OpenApp,
  ofBlocks: string,
  ofPages: string,
): Promise<readonly Template[]> {
  const [blocks, tagged] = await Promise.all([
    engine.query(ofBlocks, { limit: MOST_FOUND }),
    engine.queryPages(ofPages),
  ])
  const named = blocks.ok
    ? blocks.blocks.flatMap(({ block }): Template[] => {
        const name = templateName(fieldOf(block.words.text).text)
        return name === undefined
          ? []
          : [{ key: block.id, name, pageId: block.place.pageId, block: block.id }]
      })
    : []
  const byId = new Map(pages.all.peek().map((page) => [page.id, page]))
  const whole = tagged.ok
    ? tagged.pageIds.slice(0, MOST_FOUND).flatMap((id): Template[] => {
        const page = byId.get(id)
        return page ? [{ key: id, name: page.name, pageId: id }] : []
      })
    : []
  return [...named, ...whole].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The rows of a template. The branch of a block ends at the next row that is not deeper. */
export async function rowsOf(
  { notes }: Pick<OpenApp, 'notes'>,
  { pageId, block }: Template,
): Promise<readonly TemplateRow[]> {
  const rows = await notes.blocksOf(pageId)
  const from = block === undefined ? 0 : rows.findIndex(({ record }) => record.id === block)
  if (from === -1) return []
  const { depth = 0 } = rows[from] ?? {}
  const next = block === undefined ? -1 : rows.findIndex((row, i) => i > from && row.depth <= depth)
  return rows
    .slice(from, next === -1 ? undefined : next)
    .map((row) => ({ content: row.record.words.text, depth: row.depth }))
}
