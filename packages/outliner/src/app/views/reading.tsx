/** Whiteboards and pages of PDFs open for reading: other apps place and draw their blocks. @see outliner 3.6 */
import { FILE_PATH, fileIds } from '@notegraph/block-text'
import { heldProp, propText } from '@notegraph/graph'
import type { JSX } from 'preact'
import { below } from '../base.ts'
import { useLately } from '../lately.ts'
import { useApp } from './app-context.ts'

/** Blocks that are shown of one page. */
const MOST = 2_000

export function Reading({ id }: { readonly id: string }): JSX.Element | null {
  const { notes, render } = useApp()
  const found = useLately(`reading ${id}`, async () => {
    const [page, all] = await Promise.all([notes.engine.record(id), notes.blocksOf(id)])
    const pdf = page?.kind === 'page' ? propText(heldProp(page, 'pdf')?.v ?? null).trim() : ''
    return {
      file: fileIds(pdf)[0] ?? (/^[\w-]+$/.test(pdf) ? pdf : undefined),
      isPdf: pdf !== '',
      rows: all.filter(({ record }) => record.words.text.trim() !== ''),
    }
  })
  if (!found) return null
  const { file, isPdf, rows } = found
  return (
    <>
      <p class="muted">
        {isPdf ? 'Notes on a PDF open here for reading.' : 'Whiteboards open here for reading.'}{' '}
        {file !== undefined && (
          <a href={below(FILE_PATH + file)} download>
            Download the PDF
          </a>
        )}
      </p>
      {rows.length === 0 && <p class="muted">There are no words on it.</p>}
      {rows.slice(0, MOST).map(({ record, depth }) => (
        <div
          key={record.id}
          class="block"
          style={{ marginInlineStart: `${Math.min(depth, 10) * 1.1}rem` }}
          dir="auto"
          dangerouslySetInnerHTML={{ __html: render(record.words.text) }}
        />
      ))}
      {rows.length > MOST && <p class="muted">{rows.length - MOST} more are not shown.</p>}
    </>
  )
}
