/**
 * Links to a file that got another id, because the server had the same bytes under that id. Words and properties on
 * this device then link the new id, also those that are written later.
 */
import { FILE_PATH } from '@notegraph/block-text'
import type { GraphRecord } from '@notegraph/graph'
import type { Core } from '../device/core.ts'
import type { Draft } from '../device/draft.ts'
import { setAll } from '../device/edit-pages.ts'
import { isPage } from '../device/merge-pages.ts'
import { isWorded } from '../device/move.ts'
import { editText } from '../device/text-edit.ts'
import { addressOf } from './media.ts'

/**
 * Replaces the links in all records.
 *
 * @returns the number of edited records
 */
export async function renameLinks(core: Core, from: string, to: string): Promise<number> {
  core.formerFiles.set(from, to)
  let edited = 0
  for await (const batch of core.store.scan()) {
    const ids = batch.flatMap(({ record }) => (linksFormer(core, record) ? [record.id] : []))
    if (ids.length > 0) edited += await core.write(async (draft) => relink(core, draft, ids))
  }
  return edited
}

/**
 * Replaces the links to former ids in these records.
 *
 * @returns the number of edited records
 */
export async function relink(core: Core, draft: Draft, ids: readonly string[]): Promise<number> {
  if (core.formerFiles.size === 0) return 0
  const locals = await draft.getAll(ids)
  const found = locals
    .filter((local) => local !== undefined)
    .filter(({ record }) => linksFormer(core, record))
  for (const local of found)
    if (isWorded(local))
      draft.edit(editText(core, local, withPresentIds(core, local.record.words.text)), ['words'])
    else if (isPage(local)) {
      const texts = textProps(local.record)
      setAll(
        core,
        draft,
        local,
        texts.map(([key, text]) => [key, withPresentIds(core, text)]),
      )
    }
  return found.length
}

function linksFormer(core: Core, record: GraphRecord): boolean {
  if (record.deleted !== undefined) return false
  const texts = record.kind === 'page' ? textProps(record).map(([, text]) => text) : [record.words.text]
  return texts.some((text) => withPresentIds(core, text) !== text)
}

function withPresentIds({ formerFiles }: Core, text: string): string {
  if (!text.includes(FILE_PATH)) return text
  let present = text
  for (const [from, to] of formerFiles) present = present.replaceAll(addressOf(from), addressOf(to))
  return present
}

const textProps = ({ props }: GraphRecord): [key: string, text: string][] =>
  Object.entries(props).flatMap(([key, { v }]) => (typeof v === 'string' ? [[key, v]] : []))
