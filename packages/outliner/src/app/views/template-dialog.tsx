/** Asks for a template, and puts its blocks at the caret, or lets new days start with it. @see outliner 3.6 */
import { isoDay } from '@notegraph/block-text'
import { journalDay } from '@notegraph/graph'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import { chooseForDays, forDays } from '../day-template.ts'
import type { PageModel } from '../page-model.ts'
import { rowsOf, templatesOf, timeNow, type Template } from '../read-templates.ts'
import { templateBlocks } from '../templates.ts'
import { today } from '../today.ts'
import { useApp } from './app-context.ts'

/** Templates in the list at once. */
const MOST_SHOWN = 20

interface TemplateDialogProps {
  /** The page whose caret gets the blocks. Without it, the template is for new days. */
  readonly model: PageModel | undefined
  readonly close: () => void
}

const NONE: Template = { key: 'none', name: 'No template', pageId: '' }

export function TemplateDialog({ model, close }: TemplateDialogProps): JSX.Element {
  const app = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const all = useLately('templates', async () => templatesOf(app))
  const now = useLately('template for days', async () => (await forDays(app)) ?? null)
  const offered = model || !now ? (all ?? []) : [NONE, ...(all ?? [])]
  const title = model ? 'Insert a template' : 'Template for new days'
  const wanted = typed.trim().toLowerCase()
  const shown = offered.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_SHOWN)
  const chosen = Math.min(at, shown.length - 1)

  const choose = async (template: Template | undefined): Promise<void> => {
    if (!template) return
    close()
    if (!model) return chooseForDays(app, template === NONE ? undefined : template)
    const rows = await rowsOf(app, template)
    // A day without notes is no page yet, and a link to it is its ISO form.
    const day = journalDay(model.pageId)
    const page =
      app.pages.all.peek().find(({ id }) => id === model.pageId)?.name ??
      (day === undefined ? '' : isoDay(day))
    const filling = { today: today(), time: timeNow(), page }
    model.run({ do: 'paste', blocks: templateBlocks(rows, filling) })
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
    <dialog ref={dialog} class="switcher" aria-label={title} onClose={close}>
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
              {!model && template.key === now?.key && <span class="muted"> chosen</span>}
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
