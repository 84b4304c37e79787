/** Files of a device in memory. */
import type { Bytes, FileStore, LocalFile } from './file-store.ts'

/** Creates a store in memory. */
export function memoryFiles(): FileStore {
  const files = new Map<string, { readonly file: LocalFile; readonly bytes: Bytes }>()
  return {
    list: async () => [...files.keys()].toSorted().map((id) => files.get(id)!.file),
    bytes: async (id) => files.get(id)?.bytes.slice(),
    commit: async ({ puts, removes }) => {
      // Everything that can fail comes first.
      const kept = puts.map(({ file, bytes }) => {
        const held = bytes?.slice() ?? files.get(file.id)?.bytes
        if (!held) throw new Error(`the file ${file.id} has no bytes`)
        return { file, bytes: held }
      })
      for (const id of removes) files.delete(id)
      for (const one of kept) files.set(one.file.id, one)
    },
  }
}
