/**
 * Front matter as people write it: YAML, `key:: value` lines, and tags and links without quotes; in a folder of notes TOML
 * as well. If some entries are no YAML, the others are read all the same.
 */
import { listPart } from '@notegraph/block-text'
import type { Habit } from './habit.ts'
import { readProperty, type FrontWords, type HeadProperty } from './head-property.ts'
import { deeperThan } from './limits.ts'
import { readToml } from './toml-head.ts'
import { readYaml } from './yaml-entries.ts'
import type { YamlEntry, YamlMapping, YamlValue } from './yaml-entry.ts'

/** Front matter that was read. */
export interface FrontMatter {
  readonly properties: readonly HeadProperty[]
  /** The index of the first line after it. */
  readonly end: number
  /** Comments and entries that are no YAML, in the order of the text. */
  readonly words?: readonly FrontWords[]
}

/** The most UTF-16 units of front matter. The work of reading YAML can grow faster than the text. */
const LONGEST_YAML = 65_536
/** YAML that nests deeper is words, because each level makes reading slower. */
const DEEPEST_YAML = 100
const SAME_KEYS: { readonly [key: string]: string } = { aliases: 'alias', tag: 'tags' }

/** Returns the index of the line that ends front matter; -1 without front matter. */
export const frontEnd = (lines: readonly string[]): number =>
  lines[0]?.trimEnd() === '---'
    ? lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/u.test(line))
    : -1

/** The same for front matter in TOML. */
const tomlEnd = (lines: readonly string[]): number =>
  lines[0]?.trimEnd() === '+++' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '+++') : -1

/** Fences around heads in formats that are not read as properties, with the last line of each. */
const OTHER_FENCES: { readonly [first: string]: string } = {
  '+++': '+++',
  ';;;': ';;;',
  '---toml': '---',
  '---json': '---',
  '{': '}',
}
const FIRST_ENTRY = /^[\w"'-]{1,200}[ \t]*[:=](?:[ \t]|$)/u

/**
 * Whether a note begins with front matter of any kind, and not with a rule or with words in brackets.
 *
 * @example
 * looksLikeFront(['---', 'mood: calm']) // true
 */
export function looksLikeFront(lines: readonly string[]): boolean {
  const first = lines[0]?.trimEnd() ?? ''
  if (frontEnd(lines) > 0) return true
  const last = Object.hasOwn(OTHER_FENCES, first) ? OTHER_FENCES[first] : undefined
  if (last === undefined && first !== '---') return false
  const inner = lines.slice(1).find((line) => line.trim() !== '')
  if (inner !== undefined && FIRST_ENTRY.test(inner.trim())) return true
  return last !== undefined && first !== '{' && lines.some((line, at) => at > 0 && line.trimEnd() === last)
}

/** Reads front matter. @returns `undefined` without any, and if it is no mapping */
export function readFrontMatter(lines: readonly string[], habit: Habit): FrontMatter | undefined {
  const isToml = habit === 'notes' && tomlEnd(lines) > 0
  const close = isToml ? tomlEnd(lines) : frontEnd(lines)
  if (close < 0) return undefined
  const written = lines.slice(1, close)
  const toml = isToml ? readToml(written) : undefined
  const own: HeadProperty[] = []
  const yaml = quotedLines(
    (toml?.yaml ?? written).map((line, at) => {
      const property = /^\s/u.test(line) ? undefined : readProperty(line)
      if (property) own.push({ ...property, at: 1 + at })
      return property ? '' : line
    }),
  )
  const text = yaml.join('\n')
  if (text.length > LONGEST_YAML || deeperThan(text, DEEPEST_YAML) !== undefined) return undefined
  const read = mapping(text) ?? looseMapping(yaml, lines, own.length)
  if (!read) return undefined
  const properties = [...own, ...read.entries.map((entry) => propertyOf(entry, habit))]
  const words = [...placed(read.comments, lines.slice(0, close)), ...read.words, ...(toml?.words ?? [])]
  return {
    properties: own.length === 0 ? properties : properties.toSorted((a, b) => a.at - b.at),
    end: close + 1,
    ...(words.length > 0 && { words: words.toSorted((a, b) => a.at - b.at) }),
  }
}

/** A mapping with the lines of entries that could not be read. */
interface LooseMapping extends YamlMapping {
  readonly words: readonly FrontWords[]
}

function mapping(yaml: string): LooseMapping | undefined {
  try {
    const read = readYaml(yaml)
    return read && { ...read, words: [] }
  } catch {
    // The library throws for deep nesting, and for aliases of aliases.
    return undefined
  }
}

/** A line that continues the entry above. */
const INNER = /^(?:\s|-(?:\s|$)|[\]}])/u
const SKIPPED = /^\s*(?:#|$)/u
const ENTRY = /^([^\s:#'"[\]{}-][^:\n]{0,200}):[ \t]+(\S[^\n]*)$/u

/**
 * Reads each entry by itself. An entry of one line that is no YAML has its words as its value, such as `title: Part 2: the
 * end`. Any other stays as words.
 *
 * @param written the lines of the file; those of front matter begin at 1
 * @param others the number of entries that were read before
 * @returns `undefined` if most of it is no entry
 */
function looseMapping(
  yaml: readonly string[],
  written: readonly string[],
  others: number,
): LooseMapping | undefined {
  const entries: YamlEntry[] = []
  const comments: string[] = []
  const words: FrontWords[] = []
  let failed = 0
  for (const { from, end } of entriesOf(yaml)) {
    const lines = yaml.slice(from, end)
    const read = mapping(lines.join('\n'))
    const at = lines.findIndex((line) => !SKIPPED.test(line))
    const [, key, value] = ENTRY.exec(lines[at] ?? '') ?? []
    if (read) {
      for (const entry of read.entries) entries.push({ ...entry, line: from + entry.line })
      comments.push(...read.comments)
    } else if (key !== undefined && lines.every((line, i) => i === at || SKIPPED.test(line))) {
      entries.push({ key, value: value!.trimEnd(), line: from + at })
      for (const line of lines) if (/^\s*#/u.test(line)) comments.push(line.trim().slice(1).trim())
    } else {
      failed++
      for (let i = from; i < end; i++)
        if (yaml[i]!.trim() !== '')
          words.push({
            words: written[1 + i]!,
            at: 1 + i,
            ...(i === from + at && { kind: 'front_matter_text' }),
          })
    }
  }
  const read = entries.length + others
  return read > 0 && read >= failed ? { entries, comments, words } : undefined
}

/** The ranges of lines of each entry, with the comments before it. */
function entriesOf(yaml: readonly string[]): { from: number; end: number }[] {
  const ranges: { from: number; end: number }[] = []
  let skipped = 0
  for (const [at, line] of yaml.entries()) {
    const last = ranges.at(-1)
    if (/^(?:#|\s*$)/u.test(line)) skipped++
    else {
      if (last && INNER.test(line)) last.end = at + 1
      else ranges.push({ from: at - skipped, end: at + 1 })
      skipped = 0
    }
  }
  if (skipped > 0) ranges.push({ from: yaml.length - skipped, end: yaml.length })
  return ranges
}

/** Finds the line of each comment, in the order of the text. One that is not found gets the line of the one before. */
function placed(comments: readonly string[], lines: readonly string[]): FrontWords[] {
  let at = 0
  let next = 0
  return comments.map((words) => {
    while (next < lines.length && !isComment(lines[next]!, words)) next++
    if (next < lines.length) at = next++
    return { words, at, kind: 'comment' }
  })
}

const isComment = (line: string, words: string): boolean => {
  const written = line.trimEnd()
  return written.includes('#') && written.endsWith(words)
}

const HEAD = String.raw`[ \t]*(?:-[ \t]+|[^\s:#'"][^:#'"]{0,200}:[ \t]+)`
/** `[["a"]]` and `[["a", b]]` are lists in a list. */
const LINK = String.raw`!?\[\[(?![ \t]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*[,\]])[^[\]\n]+\]\]`
/** Values that YAML reads as something else than text: links, tags, and the placeholder of a template. */
const BARE: readonly RegExp[] = [
  new RegExp(String.raw`^(${HEAD})(${LINK}(?:[ \t]*(?:,[ \t]*)?${LINK})*)([ \t]*|[ \t]+#.*)$`, 'u'),
  new RegExp(String.raw`^(${HEAD})(${LINK}[ \t]*[^\s,\]#].*)$`, 'u'),
  new RegExp(String.raw`^(${HEAD})(#[^\s#].*)$`, 'u'),
  /^(tags?:[ \t]+)([^\s'"[\]{}|>&*!%@#-][^'"]*\s#[^\s#].*)$/iu,
  new RegExp(String.raw`^(${HEAD})(\{\{.*\}\}.*)$`, 'u'),
]
/** The beginning of a comment after such a value, where `#x` is a tag. It is outside of links and placeholders. */
const BARE_COMMENT = /[ \t]#(?:[ \t]|$)/u
const CLOSED = /\[\[[^[\]\n]+\]\]|\{\{[^{}\n]*\}\}/gu
/** A list in brackets with a tag or a placeholder, and such a value of it. */
const BARE_LIST = /^[ \t]*[^\s:#'"][^:#'"]{0,200}:[ \t]+\[.*(?:#|\{\{)/u
const LIST_VALUE = /([[,][ \t]*)(\{\{[^{}'",]*\}\}[^{}'",[\]]*|#[^\s#'",[\]][^'",[\]]*)(?=[,\]])/gu
/** A value whose text is on the next lines, as it is written. */
const BLOCK_TEXT = /(?::|^[ \t]*-)[ \t]+[|>][-+\d]{0,2}[ \t]*(?:[ \t]#.*)?$/u

/** Lines with quotes around the values that YAML reads as something else than text. Tabs indent as blanks do. */
function quotedLines(lines: readonly string[]): string[] {
  let outer = Infinity
  return lines.map((line) => {
    const indent = line.search(/\S/u)
    if (indent < 0 || indent > outer) return line
    outer = BLOCK_TEXT.test(line) ? indent : Infinity
    const indented = line.replace(/^\s+/u, (blanks) => blanks.replaceAll('\t', '  '))
    for (const bare of BARE) {
      const [, head, words = '', rest = ''] = bare.exec(indented) ?? []
      if (head === undefined) continue
      const end = words.replaceAll(CLOSED, (part) => '-'.repeat(part.length)).search(BARE_COMMENT)
      return head + (end < 0 ? quoted(words) + rest : quoted(words.slice(0, end)) + words.slice(end) + rest)
    }
    return BARE_LIST.test(indented)
      ? indented.replaceAll(LIST_VALUE, (_, before: string, words: string) => before + quoted(words))
      : indented
  })
}

const quoted = (words: string): string => `'${words.trimEnd().replaceAll("'", "''")}'`

function propertyOf({ key: name, value, line }: YamlEntry, habit: Habit): HeadProperty {
  const written = name.normalize('NFC').replaceAll(/\s+/gu, '-')
  const lower = written.toLowerCase()
  const same = SAME_KEYS[lower]
  const key = same ?? lower
  return {
    key,
    written: same ?? written,
    value: valueOf(key, value, habit),
    at: 1 + line,
    inFront: true,
    ...(typeof value === 'object' && 'json' in value && { isJson: true }),
    ...(Array.isArray(value) && value.includes('') && { hasNull: true }),
  }
}

function valueOf(key: string, value: YamlValue, habit: Habit): string {
  const isTags = key === 'tags'
  const plain = (one: string): string => (isTags ? one.replace(/^#(?=[^\s#[])/u, '') : one)
  if (typeof value === 'string') {
    if (!isTags || value.includes('[')) return value
    const isSpaced = !value.includes(',') && (habit === 'notes' || value.startsWith('#'))
    const words = value.split(isSpaced ? ' ' : /,|\s(?=#)/u).map((word) => plain(word.trim()))
    return words.filter(Boolean).join(', ')
  }
  return 'json' in value
    ? value.json
    : value
        .flatMap((one) => (isTags && /^#[^,]*\s#/u.test(one) ? one.split(/\s+(?=#)/u) : [one]))
        .filter(Boolean)
        .map((one) => (key === 'alias' ? listPart(one) : listed(plain(one))))
        .join(', ')
}

/** Brackets keep a value with a comma in one piece. */
const listed = (text: string): string => (text.includes(',') && !text.includes('[[') ? `[[${text}]]` : text)
