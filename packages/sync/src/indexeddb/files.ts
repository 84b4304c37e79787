/** Files of a device in IndexedDB: bytes in a store of their own, so that a list of the entries reads none. */
import type { Bytes, FileStore, LocalFile } from '../files/file-store.ts'
import { answer, landed, type Database } from './database.ts'

const FILE = 'file'
const BYTES = 'bytes'

export function addFileStores(db: Database): void {
  db.createObjectStore(FILE, { keyPath: 'id' })
  db.createObjectStore(BYTES)
}

export function indexedDbFiles(db: Database): FileStore {
  const reading = (store: string) => db.transaction([store], 'readonly').objectStore(store)
  return {
    list: async () => (await answer(reading(FILE).getAll())) as LocalFile[],
    bytes: async (id) => (await answer(reading(BYTES).get(id))) as Bytes | undefined,
    commit: async ({ puts, removes }) => {
      const transaction = db.transaction([FILE, BYTES], 'readwrite', { durability: 'strict' })
      const done = landed(transaction)
      try {
        const [files, bytesOf] = [transaction.objectStore(FILE), transaction.objectStore(BYTES)]
        for (const id of removes) for (const store of [files, bytesOf]) store.delete(id)
        for (const { file, bytes } of puts) {
          if (bytes) bytesOf.put(bytes, file.id)
          else if ((await answer(bytesOf.getKey(file.id))) === undefined)
            throw new Error(`the file ${file.id} has no bytes`)
          files.put(file)
        }
      } catch (error) {
        transaction.abort()
        await done.catch(() => {})
        throw error
      }
      return done
    },
  }
}
