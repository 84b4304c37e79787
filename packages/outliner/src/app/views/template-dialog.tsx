/** Asks for a template, and puts its blocks at the caret, or lets new days start with it. @see outliner 3.6 */
import { isoDay } from '@notegraph/block-text'
import { journalDay } from '@notegraph/graph'
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import { chooseForDays, forDays } from '../day-template.ts'
import type { PageModel } from '../page-model.ts'
import { rowsOf, templatesOf, timeNow, type Template } from '../read-templates.ts'
import { templateBlocks } from '../templates.ts'
import { today } from '../today.ts'
import { useApp } from './app-context.ts'
import { ChoiceDialog, type Choice } from './choice-dialog.tsx'

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
  const [typed, setTyped] = useState('')
  const all = useLately('templates', async () => templatesOf(app))
  const now = useLately('template for days', async () => (await forDays(app)) ?? null)
  const offered = model || !now ? (all ?? []) : [NONE, ...(all ?? [])]
  const wanted = typed.trim().toLowerCase()
  const shown = offered.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_SHOWN)

  const choose = async (template: Template): Promise<void> => {
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
  const choiceOf = (template: Template): Choice => ({
    key: template.key,
    words: template.name,
    ...(!model && template.key === now?.key && { kind: 'chosen' }),
    run: () => void choose(template),
  })
  return (
    <ChoiceDialog
      title={model ? 'Insert a template' : 'Template for new days'}
      label="Template"
      placeholder="The name of a template"
      choices={shown.map(choiceOf)}
      typed={typed}
      onTyped={setTyped}
      close={close}
    >
      {all?.length === 0 && (
        <p class="muted">
          No templates yet. Write <code>template:: NAME</code> in a block, or tag a page <code>template</code>
          .
        </p>
      )}
    </ChoiceDialog>
  )
}
