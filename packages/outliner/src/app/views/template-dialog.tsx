/** Asks for a template, and puts its blocks at the caret. @see outliner 3.6 */
import { isoDay } from '@notegraph/block-text'
import { journalDay } from '@notegraph/graph'
import { fieldOf } from '@notegraph/outliner'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import type { OpenApp } from '../open-app.ts'
import type { PageModel } from '../page-model.ts'
import { templateBlocks, templateName, type TemplateRow } from '../templates.ts'
import { today } from '../today.ts'
import { useApp } from './app-context.ts'

/** Templates that are looked for, and those in the list. */
const MOST_FOUND = 100
const MOST_SHOWN = 20

interface Template {
  readonly key: string
  readonly name: string
  readonly pageId: string
  /** The block with everything below it. Absent for a whole page. */
  readonly block?: string
}

interface TemplateDialogProps {
  readonly model: PageModel
  readonly close: () => void
}

export function TemplateDialog({ model, close }: TemplateDialogProps): JSX.Element {
  const app = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const all = useLately('templates', async () => templatesOf(app))
  const wanted = typed.trim().toLowerCase()
  const shown = (all ?? []).filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_SHOWN)
  const chosen = Math.min(at, shown.length - 1)

  const choose = async (template: Template | undefined): Promise<void> => {
    if (!template) return
    close()
    const rows = await rowsOf(app, template)
    // A day without notes is no page yet, and a link to it is its ISO form.
    const day = journalDay(model.pageId)
    const page =
      app.pages.all.peek().find(({ id }) => id === model.pageId)?.name ??
      (day === undefined ? '' : isoDay(day))
    const time = new Date().toTimeString().slice(0, 5)
    model.run({ do: 'paste', blocks: templateBlocks(rows, { today: today(), time, page }) })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const count = Math.max(1, shown.length)
    if (event.key === 'ArrowDown') setAt((chosen + 1) % count)
    else if (event.key === 'ArrowUp') setAt((chosen + count - 1) % count)
    else if (event.key === 'Enter') void choose(shown[chosen])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} class="switcher" aria-label="Insert a template" onClose={close}>
      <input
        role="combobox"
        aria-label="Template"
        aria-expanded="true"
        aria-controls="template-list"
        aria-activedescendant={shown.length > 0 ? `template-${chosen}` : undefined}
        autocomplete="off"
        placeholder="The name of a template"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      {shown.length > 0 && (
        <ul id="template-list" role="listbox" aria-label="Templates">
          {shown.map((template, i) => (
            <li
              key={template.key}
              id={`template-${i}`}
              role="option"
              aria-selected={i === chosen}
              dir="auto"
              onClick={() => void choose(template)}
            >
              {template.name}
            </li>
          ))}
        </ul>
      )}
      {all?.length === 0 && (
        <p class="muted">
          No templates yet. Write <code>template:: NAME</code> in a block, or tag a page <code>template</code>
          .
        </p>
      )}
    </dialog>
  )
}

async function templatesOf({ notes: { engine }, pages }: OpenApp): Promise<readonly Template[]> {
  const [blocks, tagged] = await Promise.all([
    engine.query('(property template)', { limit: MOST_FOUND }),
    engine.queryPages('(page-tags template)'),
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
async function rowsOf({ notes }: OpenApp, { pageId, block }: Template): Promise<readonly TemplateRow[]> {
  const rows = await notes.blocksOf(pageId)
  const from = block === undefined ? 0 : rows.findIndex(({ record }) => record.id === block)
  if (from === -1) return []
  const { depth = 0 } = rows[from] ?? {}
  const next = block === undefined ? -1 : rows.findIndex((row, i) => i > from && row.depth <= depth)
  return rows
    .slice(from, next === -1 ? undefined : next)
    .map((row) => ({ content: row.record.words.text, depth: row.depth }))
}
