/** Writes the records of a graph to a folder on a disk. */
import { mkdir, readdir, utimes, writeFile as write } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileIds } from '@notegraph/block-text'
import { propOf, type GraphRecord } from '@notegraph/graph'
import type { FolderLayout } from '../write-folder.ts'

/** A file of the account, as `readFile` of an engine returns it. */
export type AccountFile =
  { readonly ok: true; readonly name: string; readonly bytes: Uint8Array } | { readonly ok: false }

/** Options for writing a folder. */
export interface WriteFolderOptions {
  readonly layout: FolderLayout
  /** Returns a file of the account. Pass `readFile` of an engine. Default: no files are written. */
  readonly readFile?: (id: string) => Promise<AccountFile>
  /** The service's own origin, such as `https://notes.example`. Addresses on it are files of the service too. */
  readonly origin?: string
}

/** The result: the numbers of written pages and files, or the reason why nothing was written. */
export type FolderWritten =
  | {
      readonly ok: true
      readonly pages: number
      readonly files: number
      /** Ids of files that could not be read. Their addresses stay. */
      readonly missing: readonly string[]
    }
  | { readonly ok: false; readonly code: 'not_empty'; readonly error: string; readonly hint: string }

/**
 * Writes a graph as a folder that Logseq or Obsidian opens. `readFolder` reads the same graph back.
 *
 * @param path a new folder, or one with hidden files at most
 * @param records the live records, whole or in batches, as `records()` of an engine returns them
 * @throws the file system's error if a file cannot be written
 * @example
 * await writeFolder('./notes', engine.records(), { layout: 'obsidian', readFile: (id) => engine.readFile(id) })
 */
export async function writeFolder(
  path: string,
  records: Iterable<GraphRecord> | AsyncIterable<readonly GraphRecord[]>,
  { layout, readFile, origin }: WriteFolderOptions,
): Promise<FolderWritten> {
  await mkdir(path, { recursive: true })
  if ((await readdir(path)).some((name) => !name.startsWith('.')))
    return {
      ok: false,
      code: 'not_empty',
      error: `The folder ${path} has files.`,
      hint: 'Choose a new folder.',
    }
  // Callers that only list files do not load the writers.
  const [{ assetNames }, { assetPath, folderTexts }] = await Promise.all([
    import('../asset-names.ts'),
    import('../write-folder.ts'),
  ])
  const all: GraphRecord[] = []
  for await (const one of records) for (const record of isBatch(one) ? one : [one]) all.push(record)

  async function put(file: string, content: string | Uint8Array, modifiedAt?: number): Promise<void> {
    const at = join(path, file)
    await mkdir(dirname(at), { recursive: true })
    await write(at, content)
    if (modifiedAt !== undefined) await utimes(at, modifiedAt / 1_000, modifiedAt / 1_000)
  }

  const named: { readonly id: string; readonly name: string }[] = []
  const missing: string[] = []
  for (const id of readFile ? linkedFiles(all, origin) : []) {
    const file = await readFile!(id)
    if (file.ok) named.push({ id, name: file.name })
    else missing.push(id)
  }
  const files = assetNames(named)
  // The names come first, so each file is read twice: a graph can have more bytes than the memory.
  for (const [id, name] of files) {
    const file = await readFile!(id)
    if (file.ok) await put(assetPath(name, layout), file.bytes)
    else {
      files.delete(id)
      missing.push(id)
    }
  }
  let pages = 0
  for (const { path: file, text, modifiedAt } of folderTexts(all, {
    layout,
    files,
    ...(origin === undefined ? {} : { origin }),
  })) {
    await put(file, text, modifiedAt)
    if (modifiedAt !== undefined) pages++
  }
  return { ok: true, pages, files: files.size, missing }
}

const isBatch = (one: GraphRecord | readonly GraphRecord[]): one is readonly GraphRecord[] =>
  Array.isArray(one)

/** The ids of the files that texts and properties name. */
function linkedFiles(records: readonly GraphRecord[], origin: string | undefined): Set<string> {
  const ids = new Set<string>()
  for (const record of records) {
    if (record.deleted !== undefined) continue
    const texts = Object.keys(record.props).map((key) => propOf(record, key))
    if (record.kind !== 'page') texts.push(record.words.text)
    for (const text of texts)
      for (const id of fileIds(typeof text === 'string' ? text : JSON.stringify(text ?? ''), origin))
        ids.add(id)
  }
  return ids
}
