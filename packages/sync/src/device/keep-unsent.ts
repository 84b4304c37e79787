/**
 * Leaves on a device nothing but edits and files that the server does not have, for a person who signs out. The next pull is a
 * full one, and the edits are sent after it.
 */
import type { Core } from './core.ts'
import { RESERVED } from './draft.ts'
import { forgetWords } from './edits.ts'
import type { Local } from './local.ts'

/** Whether the server has all of a record. */
const isSent = ({ dirty, refused }: Local): boolean => !refused && Object.keys(dirty).length === 0

/** Removes what the server has. If it is cut off, the rest goes with the next call. */
export async function keepUnsent(core: Core): Promise<void> {
  const { store } = core
  await core.write(async (draft) => draft.unset('cursor', 'full', 'pulled', 'allowed', 'mended', 'syncedAt'))
  for await (const batch of store.scan()) {
    const ids = batch.filter(isSent).map(({ record }) => record.id)
    // An edit meanwhile keeps its record.
    await core.write(async (draft) => {
      for (const local of await draft.getAll(ids)) if (local && isSent(local)) draft.remove(local.record.id)
    })
  }
  const keys = (await store.ownKeys('')).filter((key) => !key.startsWith(RESERVED))
  await core.write(async (draft) => {
    for (const key of keys) draft.keep(key, null)
  })
  await forgetWords(core)
  const sent = (await store.files.list()).filter(({ upload }) => !upload)
  await store.files.commit({ puts: [], removes: sent.map(({ id }) => id) })
}
