/**
 * `logseq/notegraph-files.json` of an exported folder: the account's names of its files. A name on disk may differ,
 * because two files may share a name and file systems allow fewer characters. The manifest also separates exported files
 * from files that a person added.
 */
import { isFileName, isMediaType } from '@notegraph/contract'
import { deeperThan } from '@notegraph/folder'
import type { FileEntry } from '@notegraph/store'

export const ASSET_MANIFEST_PATH = 'logseq/notegraph-files.json'

/** Names and media types by path in the folder. */
export type AssetManifest = ReadonlyMap<string, Pick<FileEntry, 'name' | 'type'>>

/** One line for each file, ordered by path. */
export function writeAssetManifest(manifest: AssetManifest): string {
  const lines = [...manifest]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, { name, type }]) => JSON.stringify({ file, name, type }))
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`
}

/** Reads any text; lines that are not a manifest are skipped. @param nesting the most levels of brackets */
export function readAssetManifest(text: string = '[]', nesting: number = Infinity): AssetManifest {
  let lines: unknown
  try {
    lines = deeperThan(text, nesting) === undefined ? JSON.parse(text) : []
  } catch {
    lines = []
  }
  const entries = Array.isArray(lines) ? lines.filter(isLine) : []
  return new Map(entries.map(({ file, name, type }) => [file, { name, type }]))
}

interface Line {
  readonly file: string
  readonly name: string
  readonly type: string
}

function isLine(value: unknown): value is Line {
  const { file, name, type } = (value ?? {}) as Partial<Record<keyof Line, unknown>>
  return (
    typeof file === 'string' &&
    typeof name === 'string' &&
    isFileName(name) &&
    typeof type === 'string' &&
    isMediaType(type)
  )
}
