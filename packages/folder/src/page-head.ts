/**
 * The head of a file: YAML front matter, and `key:: value` lines before the first block. Both contain the page's
 * properties. Front matter that is not a YAML mapping stays as words.
 */
import { readDrawer } from './drawer.ts'
import type { Habit } from './habit.ts'
import type { HeadProperty } from './head-property.ts'
import { plainKey } from './inline-fields.ts'
import { deeperThan } from './limits.ts'
import { readYaml } from './yaml-entries.ts'
import type { YamlEntry, YamlValue } from './yaml-entry.ts'

/** A comment in front matter. */
export interface Comment {
  readonly words: string
  /** The index of its line. */
  readonly at: number
}

/** The head of a file. */
export interface PageHead {
  readonly properties: readonly HeadProperty[]
  /** The index of the first line after the head. */
  readonly end: number
  /** The comments in front matter, in the order of the text. */
  readonly comments?: readonly Comment[]
  /** Present if the front matter is not a YAML mapping and stays as words. */
  readonly isFrontText?: true
}

const PROPERTY = /^[ \t]*([\p{L}\p{M}\p{N}_./-]{1,64})::(?:[ \t]+([^\n]*)|[ \t]*)$/u
/** The most UTF-16 units of front matter. The work of reading YAML can grow faster than the text. */
const LONGEST_YAML = 65_536
/** YAML that nests deeper is words, because each level makes reading slower. */
const DEEPEST_YAML = 100
const TEMPLATE = /^([ \t]*(?:-[ \t]+|[^\s:#'"][^:#'"]{0,200}:[ \t]+))(\{\{.*\}\}.*)$/u
/** A list in brackets, and a placeholder that is one of its values. */
const LIST = /^[ \t]*[^\s:#'"][^:#'"]{0,200}:[ \t]+\[.*\{\{/u
const TEMPLATE_VALUE = /([[,][ \t]*)(\{\{[^{}'",]*\}\}[^{}'",[\]]*)(?=[,\]])/gu
const SAME_KEYS: { readonly [key: string]: string } = { aliases: 'alias', tag: 'tags' }

/** Reads the head of a file. */
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
  return { ...front, properties, end, ...(isFrontText && { isFrontText }) }
}

/**
 * Reads a `key:: value` line. @see decisions 2.4
 */
export function readProperty(line: string): Omit<HeadProperty, 'at'> | undefined {
  const match = PROPERTY.exec(line)
  if (!match) return undefined
  const written = match[1]!.normalize('NFC')
  return { key: written.toLowerCase(), written, value: (match[2] ?? '').trim() }
}

/** Returns the index of the line that ends front matter; -1 without front matter. */
const frontEnd = (lines: readonly string[]): number =>
  lines[0]?.trimEnd() === '---'
    ? lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/u.test(line))
    : -1

function readFrontMatter(lines: readonly string[], habit: Habit): PageHead | undefined {
  const close = frontEnd(lines)
  if (close < 0) return undefined
  const own: HeadProperty[] = []
  const yaml = lines
    .slice(1, close)
    .map((line, at) => {
      const property = /^\s/u.test(line) ? undefined : readProperty(line)
      if (property) own.push({ ...property, at: 1 + at })
      return property ? '' : quotedTags(quotedTemplate(line))
    })
    .join('\n')
  if (yaml.length > LONGEST_YAML || deeperThan(yaml, DEEPEST_YAML) !== undefined) return undefined
  try {
    const read = readYaml(yaml)
    if (!read) return undefined
    const properties = [...own, ...read.entries.map((entry) => propertyOf(entry, habit))]
    const comments = placed(read.comments, lines.slice(0, close))
    return {
      properties: own.length === 0 ? properties : properties.toSorted((a, b) => a.at - b.at),
      end: close + 1,
      ...(comments.length > 0 && { comments }),
    }
  } catch {
    // The library throws for deep nesting, and for aliases of aliases.
    return undefined
  }
}

/** Finds the line of each comment, in the order of the text. One that is not found gets the line of the one before. */
function placed(comments: readonly string[], lines: readonly string[]): Comment[] {
  let at = 0
  let next = 0
  return comments.map((words) => {
    while (next < lines.length && !isComment(lines[next]!, words)) next++
    if (next < lines.length) at = next++
    return { words, at }
  })
}

const isComment = (line: string, words: string): boolean => {
  const written = line.trimEnd()
  return written.includes('#') && written.endsWith(words)
}

const TAGS = /^([ \t]*(?:-[ \t]+|[^\s:#'"][^:#'"]{0,200}:[ \t]+))(#[^\s#].*)$/u

/** The value `#garden #beans` is tags, although YAML reads a comment. */
const quotedTags = (line: string): string =>
  line.replace(TAGS, (_, head: string, words: string) => `${head}'${words.trimEnd().replaceAll("'", "''")}'`)

/** A template's `created: {{date}}` is text, although YAML reads braces as a mapping. */
const quotedTemplate = (line: string): string =>
  LIST.test(line)
    ? line.replaceAll(TEMPLATE_VALUE, "$1'$2'")
    : line.replace(
        TEMPLATE,
        (_, head: string, words: string) => `${head}'${words.trimEnd().replaceAll("'", "''")}'`,
      )

function propertyOf({ key: name, value, line }: YamlEntry, habit: Habit): HeadProperty {
  const written = name.normalize('NFC').replaceAll(/\s+/gu, '-')
  const key = written.toLowerCase()
  const same = SAME_KEYS[key]
  return {
    key: same ?? key,
    written: same ?? written,
    value: valueOf(key, value, habit),
    at: 1 + line,
    inFront: true,
    ...(typeof value === 'object' && 'json' in value && { isJson: true }),
  }
}

function valueOf(key: string, value: YamlValue, habit: Habit): string {
  const isTags = key === 'tags' || key === 'tag'
  const plain = (one: string): string => (isTags ? one.replace(/^#(?=[^\s#[])/u, '') : one)
  if (typeof value === 'string') {
    if (!isTags || value.includes('[')) return value
    const isSpaced = !value.includes(',') && (habit === 'notes' || value.startsWith('#'))
    const words = value.split(isSpaced ? ' ' : ',').map((word) => plain(word.trim()))
    return words.filter(Boolean).join(', ')
  }
  return 'json' in value
    ? value.json
    : value
        .filter(Boolean)
        .map((one) => listed(plain(one)))
        .join(', ')
}

/** Brackets keep a value with a comma in one piece. */
const listed = (text: string): string => (text.includes(',') && !text.includes('[[') ? `[[${text}]]` : text)
