/** The entries of a YAML mapping. Scalars keep the written text: `1.10` stays `1.10`. */
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type YAMLMap,
} from 'yaml'
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

/** Reads a mapping with the library. */
export function libraryMapping(yaml: string): YamlMapping | undefined {
  const document = parseDocument(yaml, {
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const pairs = pairsOf(document)
  if (!pairs) return undefined
  const lineAt = lineCounter(yaml)
  const entries = pairs.map(({ key, value }) => ({
    key: isScalar(key) && typeof key.value === 'string' ? oneLine(key.value) : scalarText(key),
    value: valueOf(value, yaml),
    line: lineAt(isScalar(key) ? (key.range?.[0] ?? 0) : 0),
  }))
  return { entries, comments: yaml.includes('#') ? commentsOf(document) : [] }
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

function valueOf(value: unknown, yaml: string): YamlValue {
  const link = linkText(value, yaml)
  if (link !== undefined) return link
  if (!isSeq(value)) return isMap(value) ? { json: jsonText(value.toJSON()) } : scalarText(value)
  const items: string[] = []
  for (const item of value.items) {
    const text = isScalar(item) ? scalarText(item) : linkText(item, yaml)
    if (text === undefined) return { json: jsonText(value.toJSON()) }
    items.push(text)
  }
  return items
}

/** A link without quotes, which YAML reads as a list in a list. */
function linkText(node: unknown, yaml: string): string | undefined {
  if (!isSeq(node) || node.items.length !== 1 || !isSeq(node.items[0])) return undefined
  const written = node.range ? yaml.slice(node.range[0], node.range[1]) : ''
  return /^\[\[[^[\]"'\n]+\]\]$/u.test(written) ? written : undefined
}

/** The JSON of a value. A blank between two brackets keeps lists in lists from being links. */
const jsonText = (value: unknown): string =>
  oneLine(JSON.stringify(value)).replaceAll(/"(?:[^"\\]|\\.)*"|\[(?=\[)|\](?=\])/gu, (part) =>
    part.length === 1 ? `${part} ` : part,
  )

const scalarText = (node: unknown): string => {
  if (isAlias(node)) return `*${node.source}`
  if (!isScalar(node) || typeof node.value !== 'string') return ''
  return node.type === 'PLAIN' && isNull(node.value) ? '' : oneLine(node.value)
}
const oneLine = (text: string): string => text.replaceAll(/[\n\r]+/gu, ' ').trim()

function lineCounter(text: string): (offset: number) => number {
  let line = 0
  let seen = 0
  return (offset) => {
    for (; seen < offset; seen++) if (text[seen] === '\n') line++
    return line
  }
}
