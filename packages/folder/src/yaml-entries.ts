/** The entries of a YAML mapping. Scalars keep the written text: `1.10` stays `1.10`. */
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Pair } from 'yaml'
import { plainEntries } from './plain-yaml.ts'
import type { YamlEntry, YamlValue } from './yaml-entry.ts'

/**
 * Reads a mapping.
 *
 * @returns `undefined` if the text is not a YAML mapping
 * @throws the library's error for deep nesting, and for aliases of aliases
 * @example
 * readYaml('type: book') // [{ key: 'type', value: 'book', line: 0 }]
 */
export const readYaml = (yaml: string): readonly YamlEntry[] | undefined =>
  plainEntries(yaml) ?? libraryEntries(yaml)

/** Reads a mapping with the library. */
export function libraryEntries(yaml: string): readonly YamlEntry[] | undefined {
  const lineAt = lineCounter(yaml)
  return pairsOf(yaml)?.map(({ key, value }) => ({
    key: scalarText(key),
    value: valueOf(value),
    line: lineAt(isScalar(key) ? (key.range?.[0] ?? 0) : 0),
  }))
}

function pairsOf(yaml: string): readonly Pair[] | undefined {
  const { contents, errors } = parseDocument(yaml, {
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  if (errors.length > 0) return undefined
  if (contents === null && yaml.trim() === '') return []
  return isMap(contents) && contents.items.every(({ key }) => isScalar(key)) ? contents.items : undefined
}

function valueOf(value: unknown): YamlValue {
  if (isSeq(value) && value.items.every((item) => isScalar(item))) return value.items.map(scalarText)
  if (isSeq(value) || isMap(value)) return { json: oneLine(JSON.stringify(value.toJSON())) }
  return scalarText(value)
}

const scalarText = (node: unknown): string => {
  if (isAlias(node)) return `*${node.source}`
  return isScalar(node) && typeof node.value === 'string' ? oneLine(node.value) : ''
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
