/**
 * The template that new days start with. It is a template with `template-for:: journals`, in a block or on a page, so all
 * devices of the account have it.
 *
 * @see outliner 3.6
 */
import { editProperties, isoDay, type Day } from '@notegraph/block-text'
import { stableId } from '@notegraph/folder'
import { journalId } from '@notegraph/graph'
import type { PastedBlock } from '@notegraph/outliner'
import type { BlockTarget, Edit } from '@notegraph/sync'
import type { OpenApp } from './open-app.ts'
import { foundBy, rowsOf, timeNow, type Template } from './read-templates.ts'
import { FOR_DAYS, templateBlocks } from './templates.ts'

const JOURNALS = 'journals'

/** The chosen template. */
export async function forDays(app: OpenApp): Promise<Template | undefined> {
  const [template] = await chosen(app)
  return template
}

const chosen = async (app: OpenApp): Promise<readonly Template[]> =>
  foundBy(app, `(property ${FOR_DAYS} ${JOURNALS})`, `(page-property ${FOR_DAYS} ${JOURNALS})`)

/** Chooses a template, instead of the one before. */
export async function chooseForDays(app: OpenApp, template: Template | undefined): Promise<void> {
  await app.pages.stored()
  const before = (await chosen(app)).filter(({ key }) => key !== template?.key)
  const edits = [
    ...(await Promise.all(before.map(async (one) => marked(app, one, null)))),
    ...(template ? [await marked(app, template, JOURNALS)] : []),
  ].flat()
  const words = template ? `New days start with “${template.name}”.` : 'New days start without a template.'
  await app.edit(edits, words)
}

async function marked(
  { notes: { engine } }: OpenApp,
  { block, pageId }: Template,
  value: string | null,
): Promise<readonly Edit[]> {
  if (block === undefined) return [{ do: 'setProp', id: pageId, key: FOR_DAYS, value }]
  const record = await engine.record(block)
  if (record?.kind !== 'block') return []
  const edited = editProperties(record.words.text, new Map([[FOR_DAYS, value]]))
  return edited.ok ? [{ do: 'setText', id: block, text: edited.content, rev: record.words.rev }] : []
}

/** Starts a day without a page with the blocks of the template. */
export async function startDay(app: OpenApp, day: Day): Promise<void> {
  const { engine } = app.notes
  const pageId = journalId(day)
  // A day whose page was deleted stays empty.
  if (await engine.record(pageId)) return
  const template = await forDays(app)
  if (!template) return
  const rows = await rowsOf(app, template)
  const blocks = templateBlocks(rows, { today: day, time: timeNow(), page: isoDay(day) })
  const edits = added(blocks, { pageId }, pageId)
  if (edits.length === 0 || (await engine.record(pageId))) return
  await engine.edit([{ do: 'openDay', day }, ...edits])
}

/** The edits that add blocks. Their ids follow from the day, so that two devices start it with the same blocks. */
const added = (blocks: readonly PastedBlock[], where: BlockTarget, seed: string): readonly Edit[] =>
  blocks.flatMap(({ content, children }, i) => {
    const place = `${seed}/${i}`
    const id = stableId(place)
    return [
      { do: 'addBlock', id, where, text: content },
      ...added(children, { ...where, parentId: id }, place),
    ]
  })
