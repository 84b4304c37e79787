/**
 * Files of a device in IndexedDB. Bytes are in an object store of their own, so that listing the entries reads no
 * bytes.
 */
import type { Bytes, FileStore, LocalFile } from '../files/file-store.ts'
import { answer, committed, type Database } from './database.ts'

const FILE = 'file'
const BYTES = 'bytes'

/** Creates the object stores. */
export function addFileStores(db: Database): void {
  db.createObjectStore(FILE, { keyPath: 'id' })
  db.createObjectStore(BYTES)
}

/** Creates the store of files. */
export function indexedDbFiles(db: Database): FileStore {
  const reading = (store: string) => db.transaction([store], 'readonly').objectStore(store)
  return {
    list: async () => (await answer(reading(FILE).getAll())) as LocalFile[],
    bytes: async (id) => (await answer(reading(BYTES).get(id))) as Bytes | undefined,
    commit: async ({ puts, removes }) => {
      const transaction = db.transaction([FILE, BYTES], 'readwrite', { durability: 'strict' })
      const done = committed(transaction)
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
