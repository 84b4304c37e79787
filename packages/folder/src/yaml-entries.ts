/** The entries of a YAML mapping. Scalars keep the written text: `1.10` stays `1.10`. */
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  Scalar,
  visit,
  type Document,
  type YAMLMap,
} from 'yaml'
import { cleanText } from './clean-text.ts'
import { plainEntries } from './plain-yaml.ts'
import { isNull, type YamlMapping, type YamlValue } from './yaml-entry.ts'

/**
 * Reads a mapping.
 *
 * @returns `undefined` if the text is not a YAML mapping
 * @throws the library's error for deep nesting, and for aliases of aliases
 * @example
 * readYaml('type: book') // { entries: [{ key: 'type', value: 'book', line: 0 }], comments: [] }
 */
export function readYaml(yaml: string): YamlMapping | undefined {
  const entries = plainEntries(yaml)
  return entries ? { entries, comments: [] } : libraryMapping(yaml)
}

/** A line that begins or ends a document of YAML. */
const DOCUMENT = /^(?:---|\.\.\.)(?:\s|$)/mu

/** Reads a mapping with the library. */
export function libraryMapping(yaml: string): YamlMapping | undefined {
  // The library reads the first of several documents and drops the others.
  if (DOCUMENT.test(yaml)) return undefined
  const document = parseDocument(yaml, {
    schema: 'failsafe',
    // The words of `!!timestamp 2026-01-02` are its day.
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const comments = yaml.includes('#') ? commentsOf(document) : []
  if (yaml.includes('[[')) withLinks(document, yaml)
  const pairs = pairsOf(document)
  if (!pairs) return undefined
  const lineAt = lineCounter(yaml)
  const entries = pairs.map(({ key, value }) => ({
    key: isScalar(key) && typeof key.value === 'string' ? oneLine(key.value) : scalarText(key),
    value: valueOf(value),
    line: lineAt(isScalar(key) ? (key.range?.[0] ?? 0) : 0),
  }))
  return { entries, comments }
}

function pairsOf({ contents, errors }: Document.Parsed): YAMLMap['items'] | undefined {
  if (errors.length > 0) return undefined
  if (contents === null) return []
  return isMap(contents) && contents.items.every(({ key }) => isScalar(key)) ? contents.items : undefined
}

function commentsOf(document: Document.Parsed): string[] {
  const found: string[] = []
  const add = (comment: string | null | undefined): void => {
    for (const line of comment?.split('\n') ?? []) if (line.trim() !== '') found.push(line.trim())
  }
  add(document.commentBefore)
  visit(document, (_, node) => {
    if (!isNode(node)) return
    add(node.commentBefore)
    add(node.comment)
  })
  add(document.comment)
  return found
}

function valueOf(value: unknown): YamlValue {
  if (!isSeq(value)) return isMap(value) ? { json: jsonText(value.toJSON()) } : scalarText(value)
  return value.items.every(isScalar) ? value.items.map(scalarText) : { json: jsonText(value.toJSON()) }
}

/** Replaces each link without quotes, which YAML reads as a list in a list, by its text. */
function withLinks(document: Document, yaml: string): void {
  visit(document, {
    Seq(_, { items, range }) {
      const [inner] = items
      if (items.length !== 1 || !isSeq(inner) || inner.items.some(isQuoted)) return undefined
      const written = range ? yaml.slice(range[0], range[1]) : ''
      return /^\[\[[^[\]\n]+\]\]$/u.test(written) ? new Scalar(written) : undefined
    },
  })
}

const isQuoted = (node: unknown): boolean => isScalar(node) && node.type !== 'PLAIN'

/** The JSON of a value. A blank between two brackets keeps lists in lists from being links. */
const jsonText = (value: unknown): string =>
  oneLine(
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? cleanText(one) : one)),
  ).replaceAll(/"(?:[^"\\]|\\.)*"|\[(?=\[)|\](?=\])/gu, (part) => (part.length === 1 ? `${part} ` : part))

const scalarText = (node: unknown): string => {
  if (isAlias(node)) return `*${node.source}`
  if (!isScalar(node) || typeof node.value !== 'string') return ''
  const value = node.type === 'PLAIN' && isNull(node.value) ? '' : oneLine(node.value)
  // YAML reads `!soon` as a type and `&co` as a name; without a value, people mean the words.
  const tag = node.tag?.startsWith('!') === true ? node.tag : undefined
  const anchor = value === '' && node.anchor !== undefined ? `&${node.anchor}` : undefined
  return [tag, anchor, value].filter(Boolean).join(' ')
}
/** Escapes can name characters that no text file contains. */
const oneLine = (text: string): string => cleanText(text).replaceAll(/\n+/gu, ' ').trim()

function lineCounter(text: string): (offset: number) => number {
  let line = 0
  let seen = 0
  return (offset) => {
    for (; seen < offset; seen++) if (text[seen] === '\n') line++
    return line
  }
}
