/** The names under which this browser keeps the notes of an account. */
import type { Device } from './device.ts'

/** The database of an account. */
export const databaseOf = ({ account }: Pick<Device, 'account'>): string => `notegraph-outliner-${account}`

/** The lock that the worker holds while it is alive. */
export const aliveName = ({ account }: Device): string => `notegraph-outliner-alive-${account}`

/** Deletes the notes of an account from this browser. The worker lets the database go when it hears of that. */
export async function deleteNotes(of: Pick<Device, 'account'>): Promise<void> {
  await new Promise<void>((done) => {
    const deleting = indexedDB.deleteDatabase(databaseOf(of))
    for (const end of ['success', 'error']) deleting.addEventListener(end, () => done())
  })
}
