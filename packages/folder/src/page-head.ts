/**
 * The head of a file: YAML front matter, and `key:: value` lines before the first block. Both say the page's
 * properties. Front matter that is no YAML mapping is words like any others, and stays.
 */
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Pair } from 'yaml'
import { readDrawer } from './drawer.ts'
import { plainKey } from './inline-fields.ts'
import { deeperThan } from './limits.ts'
import type { Habit } from './outline-text.ts'

export interface HeadProperty {
  /** Lower case, NFC. */
  readonly key: string
  /** The key as spelled, NFC. */
  readonly written: string
  /** One line, trimmed. */
  readonly value: string
  /** Index of its line. */
  readonly at: number
  /** Whether it stands in front matter. */
  readonly inFront?: true
  /** Whether its value is nested, and is said as JSON. */
  readonly isJson?: true
}

export interface PageHead {
  readonly properties: readonly HeadProperty[]
  /** Index of the first line after the head. */
  readonly end: number
  /** Whether front matter is no YAML mapping, and so is words. */
  readonly isFrontText?: true
}

const PROPERTY = /^[ \t]*([\p{L}\p{M}\p{N}_./-]{1,64})::(?:[ \t]+([^\n]*)|[ \t]*)$/u
/** UTF-16 units; what is longer is no front matter, for the work of reading YAML can grow faster than the text. */
const LONGEST_YAML = 65_536
/** Brackets of YAML nested deeper than this are words: reading them costs more with each level. */
const DEEPEST_YAML = 100
const TEMPLATE = /^([ \t]*(?:-[ \t]+|[^\s:#'"][^:#'"]{0,200}:[ \t]+))(\{\{.*\}\}.*)$/u
/** A list in brackets, and a part of a template that is one of its values. */
const LIST = /^[ \t]*[^\s:#'"][^:#'"]{0,200}:[ \t]+\[.*\{\{/u
const TEMPLATE_VALUE = /([[,][ \t]*)(\{\{[^{}'",]*\}\}[^{}'",[\]]*)(?=[,\]])/gu
const SAME_KEYS: { readonly [key: string]: string } = { aliases: 'alias', tag: 'tags' }

export function readHead(lines: readonly string[], habit: Habit): PageHead {
  const front = readFrontMatter(lines, habit)
  const properties = [...(front?.properties ?? [])]
  let end = front?.end ?? 0
  for (let at = end; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const drawer = habit === 'logseq' ? readDrawer(lines, at) : undefined
    if (drawer) {
      properties.push(...drawer.properties)
      at = drawer.end
      end = at + 1
      continue
    }
    const property = readProperty(habit === 'notes' ? plainKey(line) : line)
    if (!property) break
    properties.push({ ...property, at })
    end = at + 1
  }
  const isFrontText = front === undefined && frontEnd(lines) > 0
  return { properties, end, ...(isFrontText && { isFrontText }) }
}

/** A `key:: value` line. @see decisions 2.4 */
export function readProperty(line: string): Omit<HeadProperty, 'at'> | undefined {
  const match = PROPERTY.exec(line)
  if (!match) return undefined
  const written = match[1]!.normalize('NFC')
  return { key: written.toLowerCase(), written, value: (match[2] ?? '').trim() }
}

/** The index of the line that ends front matter; -1 where there is none. */
const frontEnd = (lines: readonly string[]): number =>
  lines[0]?.trimEnd() === '---'
    ? lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/u.test(line))
    : -1

function readFrontMatter(lines: readonly string[], habit: Habit): PageHead | undefined {
  const close = frontEnd(lines)
  const yaml = lines.slice(1, close).map(quotedTemplate).join('\n')
  if (close < 0 || yaml.length > LONGEST_YAML || deeperThan(yaml, DEEPEST_YAML) !== undefined)
    return undefined
  try {
    const properties = readYaml(yaml, habit)
    return properties && { properties, end: close + 1 }
  } catch {
    // Nested too deeply, or an alias of an alias of …: the library gives up by throwing.
    return undefined
  }
}

/** `created: {{date}}` of a template is text, though YAML reads braces as a mapping. */
const quotedTemplate = (line: string): string =>
  LIST.test(line)
    ? line.replaceAll(TEMPLATE_VALUE, "$1'$2'")
    : line.replace(
        TEMPLATE,
        (_, head: string, words: string) => `${head}'${words.trimEnd().replaceAll("'", "''")}'`,
      )

function readYaml(yaml: string, habit: Habit): HeadProperty[] | undefined {
  const pairs = pairsOf(yaml)
  const lineAt = lineCounter(yaml)
  return pairs?.map(({ key: node, value }) => {
    const at = 1 + lineAt(isScalar(node) ? (node.range?.[0] ?? 0) : 0)
    const written = scalarText(node).normalize('NFC').replaceAll(/\s+/gu, '-')
    const key = written.toLowerCase()
    const same = SAME_KEYS[key]
    return {
      key: same ?? key,
      written: same ?? written,
      value: valueOf(key, value, habit),
      at,
      inFront: true,
      ...(isNested(value) && { isJson: true }),
    }
  })
}

/** Every scalar is read as the text that was written: `1.10` stays `1.10`. */
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

const isNested = (value: unknown): boolean =>
  isMap(value) || (isSeq(value) && !value.items.every((item) => isScalar(item)))

function valueOf(key: string, value: unknown, habit: Habit): string {
  if (isSeq(value) && !isNested(value))
    return value.items.map(scalarText).filter(Boolean).map(listed).join(', ')
  if (isSeq(value) || isMap(value)) return oneLine(JSON.stringify(value.toJSON()))
  const text = scalarText(value)
  const isTags = key === 'tags' || key === 'tag'
  return isTags && habit === 'notes' && !/[,[]/u.test(text)
    ? text.split(' ').filter(Boolean).join(', ')
    : text
}

const scalarText = (node: unknown): string => {
  if (isAlias(node)) return `*${node.source}`
  return isScalar(node) && typeof node.value === 'string' ? oneLine(node.value) : ''
}
const oneLine = (text: string): string => text.replaceAll(/[\n\r]+/gu, ' ').trim()
/** A value that holds a comma is one value only in brackets. */
const listed = (text: string): string => (text.includes(',') && !text.includes('[[') ? `[[${text}]]` : text)

function lineCounter(text: string): (offset: number) => number {
  let line = 0
  let seen = 0
  return (offset) => {
    for (; seen < offset; seen++) if (text[seen] === '\n') line++
    return line
  }
}
