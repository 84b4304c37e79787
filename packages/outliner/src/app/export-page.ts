/** A page as a file of Markdown, from the notes on this device. @see outliner 2.7 */
import { writtenProps, type PageRecord } from '@notegraph/graph'
import { outlineMarkdown, outlineOf } from '@notegraph/outliner'
import type { ShownBlock } from '@notegraph/sync'
import type { OpenApp } from './open-app.ts'

/** Milliseconds that a browser has to begin a download. */
const BEGINS_WITHIN = 60_000

/** The properties of a page as lines, then its blocks as an outline. */
export function pageMarkdown(page: PageRecord | undefined, blocks: readonly ShownBlock[]): string {
  const props = page ? Array.from(writtenProps(page), ([key, { value }]) => `${key}:: ${value}`) : []
  const rows = blocks.map(({ record: { id, words }, depth }) => ({ id, depth, content: words.text }))
  const parts = [props.join('\n'), outlineMarkdown(outlineOf(page?.id ?? '', rows))]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Downloads a page. Fields that hold text are stored before. */
export async function exportPage({ notes: { engine }, pages }: OpenApp, id: string): Promise<void> {
  await pages.stored()
  const [record, blocks] = await Promise.all([engine.record(id), engine.blocks(id)])
  const text = pageMarkdown(record?.kind === 'page' ? record : undefined, blocks)
  const name = pages.all.peek().find((one) => one.id === id)?.name ?? id
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
  link.download = `${name}.md`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), BEGINS_WITHIN)
}
