/**
 * An Org file of Logseq, converted to Markdown line by line, so that a line keeps its number. Headings become bullets.
 * Every other line belongs to the bullet above. Drawers are read like any others.
 *
 * No library fits. `uniorg` has the GPL licence, which a package under the MIT licence cannot depend on. `orga` overflows
 * the stack on a thousand lines.
 */
import { listPart } from '@notegraph/block-text'
import { code, orgWords, type TargetOf } from './org-words.ts'
import { regionFinder } from './regions.ts'

const HEADING = /^(\*{1,1000})(?:[ \t]+([^\n]*)|)$/u
/** Tags of a heading, from its last blank. */
const TAGS = /^:([\p{L}\p{M}\p{N}_@#%:]{1,256}):$/u
const KEYWORD = /^#\+([\p{L}\p{N}_-]{1,64}):[ \t]*([^\n]*)$/u
const CODE = /^[ \t]*#\+begin_(?:src|example)(?:[ \t]+([^\n`]*))?$/iu
/** Blocks whose lines are words, as Org and Logseq read them. */
const WORDS = /^[ \t]*#\+begin_(?:quote|verse|center|note|tip|important|caution|warning|pinned)(?=[ \t]|$)/iu
const CODE_END = /^[ \t]*#\+end_(?:src|example)[ \t]*$/iu
const LIST_ITEM = /^([ \t]*)[-+](?=[ \t])/u
const DRAWER_LINE = /^[ \t]*:([^\s:]+):([^\n]*)$/u
/** Keys of Org-roam, whose values are names with blanks between; quotes are around a name with a blank. */
const ROAM_NAMES: { readonly [key: string]: string } = {
  roam_alias: 'alias',
  roam_aliases: 'alias',
  roam_tags: 'tags',
}
/** A line that Org shows as it is written. */
const VERBATIM = /^([ \t]*):[ \t](.*\S.*)$/u
const COMMENT = /^[ \t]*#(?:[ \t]+([^\n]*)|)$/u
/** A footnote's own line. */
const FOOTNOTE = /^\[fn:([\p{L}\p{N}_-]{1,64})\](?=[ \t])/u
/** A link whose label has no end in its line, and a line that ends it, with the marks after it. */
const OPEN_LINK = /\[\[[^[\]\n]{1,1024}\]\[[^[\]\n]{1,1024}$/u
const LINK_END = /^([ \t]*)(?![*#:|]|[-+][ \t])([^[\]\s][^[\]\n]{0,1023})\]\]([.,;:!?)'"]*)[ \t]*([^\n]*)$/u
const TABLE_RULE = /^[ \t]*\|-[-+|]*$/u

/**
 * Converts a file.
 *
 * @param targetOf returns the links to other files; by default, these stay addresses
 */
export function orgToMarkdown(text: string, targetOf: TargetOf = () => undefined): string {
  const lines = keywordsFirst(text.split('\n'))
  const regionEnd = regionFinder(lines)
  const out: string[] = []
  let stars = 0
  /** The stars that all headings so far have: an older folder has `**` at its top. */
  let above = Infinity
  let level = 0
  /** The indent of the first line below the heading, which Org gives to all of them. */
  let indent: number | undefined
  for (let at = 0; at < lines.length; at++) {
    joinLink(lines, at)
    const line = lines[at]!
    const heading = HEADING.exec(line)
    if (heading) {
      stars = heading[1]!.length
      above = Math.min(above, stars - 1)
      level = stars - above
      indent = undefined
      out.push(`${'\t'.repeat(level - 1)}- ${headingWords(heading[2] ?? '', targetOf)}`)
      continue
    }
    if (line.trim() !== '') indent ??= Math.min(/^ */u.exec(line)![0].length, stars + 1)
    const put = (words: string): unknown => out.push(within(words, level, indent ?? 0))
    const end = regionEnd(at, line)
    if (end === undefined) {
      put(lineWords(line, level, targetOf))
      continue
    }
    const areWords = WORDS.test(line)
    if (areWords) for (let i = at + 1; i < end; i++) joinLink(lines, i)
    const inside = lines.slice(at + 1, end).map((one) => {
      const plain = one.replace(/^([ \t]*),(?=\*|#\+)/u, '$1')
      return areWords ? orgWords(plain, targetOf) : plain
    })
    const code = CODE.exec(line)
    // A fence has no room for words after its end, nor for a fence inside.
    const isFence = code !== null && CODE_END.test(lines[end]!) && !inside.some((one) => one.includes('```'))
    for (const one of isFence
      ? [`\`\`\`${code[1]?.trim() ?? ''}`, ...inside, '```']
      : [line.trim(), ...inside, lines[end]!.trim()])
      put(one)
    at = end
  }
  return out.join('\n')
}

/** The keywords of a file may come after comments, such as the mode line of Emacs. */
function keywordsFirst(lines: string[]): string[] {
  const isKeyword = (line: string): boolean => KEYWORD.test(line.trim())
  const end = lines.findIndex((line) => line.trim() !== '' && !COMMENT.test(line) && !isKeyword(line))
  const head = lines.slice(0, end < 0 ? lines.length : end)
  const others = head.filter((line) => !isKeyword(line))
  return others.length === 0
    ? lines
    : [...head.filter(isKeyword).map((line) => line.trim()), ...others, ...lines.slice(head.length)]
}

/** Puts a link whose label goes on in the next line into one line: where it begins, unless nothing follows it there. */
function joinLink(lines: string[], at: number): void {
  const [open] = OPEN_LINK.exec(lines[at]!) ?? []
  if (open === undefined) return
  const [, indent = '', label, marks = '', after = ''] = LINK_END.exec(lines[at + 1] ?? '') ?? []
  if (label === undefined) return
  const before = lines[at]!.slice(0, -open.length)
  const link = `${open.trimEnd()} ${label}]]${marks}`
  const isFirst = after !== '' || before.trim() === ''
  lines[at] = isFirst ? before + link : before.trimEnd()
  lines[at + 1] = indent + (isFirst ? after : link)
}

/** Formats a line of the bullet above: removes Org's indent and adds that of Markdown. */
function within(words: string, level: number, indent: number): string {
  if (level === 0 || words.trim() === '') return words
  const spaces = words.length - words.trimStart().length
  return `${'\t'.repeat(level - 1)}  ${words.slice(Math.min(spaces, indent))}`
}

/** A priority that tasks do not have here, such as `[#1]`, would be a tag. */
const PRIORITY = /^((?:[A-Z-]+ )?\[)(?=#(?:\d{1,2}|[D-Z])\])/u

function headingWords(written: string, targetOf: TargetOf): string {
  const title = written.replace(PRIORITY, '$1\\')
  const words = title.trimEnd()
  const last = Math.max(words.lastIndexOf(' '), words.lastIndexOf('\t'))
  const tags = last < 0 ? null : TAGS.exec(words.slice(last + 1))
  if (!tags) return orgWords(title, targetOf)
  const names = tags[1]!.split(':').filter(Boolean)
  const marks = names.map((name) => (name.includes('#') ? `#[[${name}]]` : `#${name}`))
  return [orgWords(words.slice(0, last).trimEnd(), targetOf), ...marks].join(' ')
}

function lineWords(line: string, level: number, targetOf: TargetOf): string {
  const drawn = DRAWER_LINE.exec(line)
  if (drawn) {
    const names = level === 0 ? ROAM_NAMES[drawn[1]!.toLowerCase()] : undefined
    return names === undefined ? line.trim() : `:${names}: ${roamNames(drawn[2]!)}`
  }
  const keyword = level === 0 ? KEYWORD.exec(line) : null
  if (keyword) return pageProperty(keyword[1]!, keyword[2]!)
  const verbatim = VERBATIM.exec(line)
  if (verbatim) return verbatim[1]! + code(verbatim[2]!)
  const comment = COMMENT.exec(line)
  if (comment) return comment[1]?.includes('-->') === false ? `<!-- ${comment[1]} -->` : line
  if (level > 0 && KEYWORD.test(line.trim())) return line.replace('#', String.raw`\#`) // no tag
  if (TABLE_RULE.test(line)) return line.replaceAll('+', '|')
  const footnote = FOOTNOTE.exec(line)
  if (footnote) return `[^${footnote[1]}]:${orgWords(line.slice(footnote[0].length), targetOf)}`
  // Under a heading, a dash would begin a bullet that contains all following lines.
  return orgWords(level === 0 ? line : line.replace(LIST_ITEM, '$1*'), targetOf)
}

function pageProperty(key: string, value: string): string {
  const names = ROAM_NAMES[key.toLowerCase()]
  if (names !== undefined) return `${names}:: ${roamNames(value)}`
  if (key.toLowerCase() !== 'filetags') return `${key}:: ${value}`.trimEnd()
  return `tags:: ${value
    .split(/[:\s]+/u)
    .filter(Boolean)
    .join(', ')}`
}

const roamNames = (value: string): string =>
  Array.from(value.matchAll(/"([^"]+)"|([^\s"]+)/gu), ([, quoted, word]) => listPart(quoted ?? word!)).join(
    ', ',
  )
