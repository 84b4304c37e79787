/**
 * The ledger of an exported folder, `logseq/notegraph.json`: what Markdown cannot say. One line a page, with its id and
 * times, the ids and times of its blocks in outline order, and a hash of the file's text as it was written. It holds for
 * a file that still has that text; a file edited elsewhere is read as any other. Where the text alone would read back
 * otherwise (a line that begins with `- ` inside a block), the line holds the words in full too, so that an import
 * gives the same graph whatever stands in it.
 */
import { isRecordId } from '@notegraph/graph'
import { parseClean } from './clean-text.ts'
import type { DraftText } from './draft.ts'

/** Id, when made and when last changed, in milliseconds since 1970. */
export type LedgerItem = readonly [id: string, createdAt: number, updatedAt: number]
/** Words; the place of a file's address holds the file's name. */
export type LedgerText = string | readonly (string | { readonly asset: string })[]

/** The words of a page in full. */
export interface LedgerWords {
  readonly name: string
  readonly props: readonly (readonly [key: string, value: LedgerText])[]
  readonly blocks: readonly (readonly [depth: number, content: LedgerText])[]
}

export interface LedgerEntry {
  readonly file: string
  readonly hash: string
  readonly page: LedgerItem
  readonly blocks: readonly LedgerItem[]
  readonly shapes?: readonly LedgerItem[]
  readonly words?: LedgerWords
}

export type Ledger = ReadonlyMap<string, LedgerEntry>

export const LEDGER_PATH = 'logseq/notegraph.json'

export function writeLedger(entries: readonly LedgerEntry[]): {
  readonly path: string
  readonly text: string
} {
  const lines = entries.toSorted((a, b) => (a.file < b.file ? -1 : 1)).map((entry) => JSON.stringify(entry))
  return { path: LEDGER_PATH, text: lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n` }
}

/** Any text can be read; a line that is no entry says nothing. */
export function readLedger(text: string): Ledger {
  let lines: unknown
  try {
    lines = parseClean(text)
  } catch {
    lines = []
  }
  const entries = Array.isArray(lines) ? lines.filter((line) => isEntry(line)) : []
  return new Map(entries.map((entry) => [entry.file, entry]))
}

export function toLedgerText({ text, assets }: DraftText): LedgerText {
  if (assets.length === 0) return text
  const parts: (string | { asset: string })[] = []
  let done = 0
  for (const { start, end, path } of assets) {
    parts.push(text.slice(done, start), { asset: path })
    done = end
  }
  return [...parts, text.slice(done)]
}

/** @param address how a file of the folder is written in words */
export function fromLedgerText(text: LedgerText, address: (path: string) => string): DraftText {
  if (typeof text === 'string') return { text, assets: [] }
  const assets = []
  let whole = ''
  for (const part of text) {
    const words = typeof part === 'string' ? part : address(part.asset)
    if (typeof part !== 'string')
      assets.push({ start: whole.length, end: whole.length + words.length, path: part.asset })
    whole += words
  }
  return { text: whole, assets }
}

type Loose = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isStamp = (value: unknown): boolean => Number.isSafeInteger(value)
const isItem = (value: unknown): boolean =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  isRecordId(value[0]) &&
  isStamp(value[1]) &&
  isStamp(value[2])
const areItems = (value: unknown): boolean => Array.isArray(value) && value.every((item) => isItem(item))
const isText = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) &&
    value.every((part) => typeof part === 'string' || (isObject(part) && typeof part['asset'] === 'string')))

function isEntry(value: unknown): value is LedgerEntry {
  if (!isObject(value) || typeof value['file'] !== 'string' || typeof value['hash'] !== 'string') return false
  if (!isItem(value['page']) || !areItems(value['blocks'])) return false
  if (value['shapes'] !== undefined && !areItems(value['shapes'])) return false
  return value['words'] === undefined || isWords(value['words'])
}

function isWords(value: unknown): boolean {
  if (!isObject(value) || typeof value['name'] !== 'string') return false
  const { props, blocks } = value
  if (!Array.isArray(props) || !Array.isArray(blocks)) return false
  return (
    props.every((prop) => Array.isArray(prop) && typeof prop[0] === 'string' && isText(prop[1])) &&
    blocks.every((block) => Array.isArray(block) && Number.isSafeInteger(block[0]) && isText(block[1]))
  )
}
