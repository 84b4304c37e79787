/** Reads the files of a folder one by one. Reports each file that cannot be read and continues with the others. */
import { decodeText, Unreadable, type FolderSource } from './source.ts'

const MIB = 2 ** 20

type SourceFile = Awaited<ReturnType<FolderSource['read']>>

/** The text of a file. */
export interface TextFile {
  readonly text: string
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  /** Present if the file begins with a byte order mark of UTF-8. */
  readonly mark?: true
}

const hasMark = ([a, b, c]: Uint8Array): boolean => a === 0xef && b === 0xbb && c === 0xbf

/** A reader of one folder. */
export interface FolderReader {
  /** Returns `undefined` if the file cannot be opened. */
  file(path: string): Promise<SourceFile | undefined>
  /** Returns `undefined` if the file cannot be opened. */
  bytes(path: string): Promise<Uint8Array | undefined>
  /** Returns `undefined` if the file cannot be opened or is not text. */
  text(path: string): Promise<TextFile | undefined>
}

/**
 * Creates a reader.
 *
 * @param unread called for each file that cannot be read, with a message
 * @param longest the most bytes of a text
 * @example
 * const bytes = new TextEncoder().encode('- Hi')
 * const reader = folderReader({ paths: async () => ['a.md'], read: async () => ({ bytes, modifiedAt: 1 }) }, () => {})
 * await reader.text('a.md') // { text: '- Hi', modifiedAt: 1 }
 */
export function folderReader(
  source: FolderSource,
  unread: (path: string, why: string) => void,
  longest: number = Infinity,
): FolderReader {
  async function open(path: string): Promise<SourceFile | undefined> {
    try {
      return await source.read(path)
    } catch (error) {
      if (error instanceof Unreadable) {
        unread(path, error.message)
        return undefined
      }
      const { code } = error as { readonly code?: unknown }
      if (typeof code !== 'string') throw error // A fault of the program, not of the file.
      unread(path, `The file could not be opened (${code}).`)
      return undefined
    }
  }

  return {
    file: open,
    bytes: async (path) => (await open(path))?.bytes,
    async text(path) {
      const file = await open(path)
      if (!file) return undefined
      if (file.bytes.byteLength > longest) {
        unread(path, `The file is larger than ${longest / MIB} MB.`)
        return undefined
      }
      const decoded = decodeText(file.bytes)
      if ('text' in decoded)
        return {
          text: decoded.text,
          modifiedAt: file.modifiedAt,
          ...(hasMark(file.bytes) && { mark: true as const }),
        }
      unread(path, decoded.why)
      return undefined
    },
  }
}
