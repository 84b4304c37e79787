/**
 * Links to a file that got another id, because the server had the same bytes under that id. Words and properties on
 * this device then link the new id.
 */
import type { GraphRecord } from '@notegraph/graph'
import type { Core } from '../device/core.ts'
import { setAll } from '../device/edit-pages.ts'
import { isPage } from '../device/merge-pages.ts'
import { isWorded } from '../device/move.ts'
import { editText } from '../device/text-edit.ts'
import { addressOf } from './media.ts'

/**
 * Replaces the links.
 *
 * @returns the number of edited records
 */
export async function renameLinks(core: Core, from: string, to: string): Promise<number> {
  const old = addressOf(from)
  const moved = (text: string): string => text.replaceAll(old, addressOf(to))
  let edited = 0
  for await (const batch of core.store.scan()) {
    const ids = batch.filter(({ record }) => links(record, old)).map(({ record }) => record.id)
    if (ids.length === 0) continue
    await core.write(async (draft) => {
      for (const local of await draft.getAll(ids)) {
        // The record can have changed since the scan.
        if (!local || !links(local.record, old)) continue
        edited++
        if (isWorded(local)) draft.edit(editText(core, local, moved(local.record.words.text)), ['words'])
        else if (isPage(local))
          setAll(
            core,
            draft,
            local,
            textProps(local.record).map(([key, text]) => [key, moved(text)]),
          )
      }
    })
  }
  return edited
}

function links(record: GraphRecord, address: string): boolean {
  if (record.deleted !== undefined) return false
  return record.kind === 'page'
    ? textProps(record).some(([, text]) => text.includes(address))
    : record.words.text.includes(address)
}

const textProps = ({ props }: GraphRecord): [key: string, text: string][] =>
  Object.entries(props).flatMap(([key, { v }]) => (typeof v === 'string' ? [[key, v]] : []))
