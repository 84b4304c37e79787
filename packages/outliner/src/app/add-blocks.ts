/** Adds blocks of files and of quick add. Loaded when somebody does. @see outliner 2.5, 3.5, 6.5 */
import type { Day } from '@notegraph/block-text'
import { journalDay, journalId } from '@notegraph/graph'
import type { BlockTarget, Edit } from '@notegraph/sync'
import { startDay } from './day-template.ts'
import { dropAt } from './drag.ts'
import type { OpenApp } from './open-app.ts'
import { today } from './today.ts'

/** Adds files where they were dropped, or else at the end of a page. */
export async function dropFiles(
  app: OpenApp,
  pageId: string,
  { clientX, clientY }: MouseEvent,
  list: Iterable<File>,
): Promise<void> {
  return addFileBlocks(app, dropAt(clientX, clientY)?.where ?? { pageId }, list)
}

/** Adds files to the account, and a block for each of them. */
export async function addFileBlocks(app: OpenApp, where: BlockTarget, list: Iterable<File>): Promise<void> {
  const { links, faults } = await app.files.add(list)
  await addBlocks(app, where, links)
  if (faults.length > 0) app.notice.value = { words: faults.join(' '), canUndo: false }
}

/** Adds a block for each text. */
export async function addBlocks(
  app: Pick<OpenApp, 'edit'>,
  where: BlockTarget,
  texts: readonly string[],
): Promise<void> {
  let { behind } = where
  const edits = texts.map((text): Edit => {
    const id = crypto.randomUUID()
    const edit: Edit = {
      do: 'addBlock',
      id,
      where: { ...where, ...(behind !== undefined && { behind }) },
      text,
    }
    if (behind !== undefined) behind = id
    return edit
  })
  const day = journalDay(where.pageId)
  // A day without notes is no page yet.
  if (day !== undefined && edits.length > 0) edits.unshift({ do: 'openDay', day })
  await app.edit(edits)
}

/**
 * Adds a block to the end of today's page, with links to files.
 *
 * @returns the day, or why nothing was added
 */
export async function addToday(
  app: OpenApp,
  text: string,
  list: Iterable<File>,
): Promise<{ readonly day?: Day; readonly fault?: string }> {
  const { links, faults } = await app.files.add(list)
  if (faults.length > 0) return { fault: faults.join(' ') }
  const day = today()
  await startDay(app, day)
  const words = [text.trimEnd(), ...links].filter(Boolean).join(' ')
  const result = await app.edit(
    [
      { do: 'openDay', day },
      { do: 'addBlock', id: crypto.randomUUID(), where: { pageId: journalId(day) }, text: words },
    ],
    'Added to today.',
  )
  return result.ok ? { day } : { fault: `${result.error} Nothing was added.` }
}
