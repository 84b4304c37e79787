/** Front matter in TOML, between `+++`, as Hugo and Zola write it. Its entries are rewritten as YAML. */
import type { FrontWords } from './head-property.ts'

const ENTRY = /^[ \t]*([\w-]{1,200})[ \t]*=[ \t]*(.*)$/u
const SCALAR = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w.:+-]+(?: \d\d:[\d:.Z+-]+)?)`
const VALUE = new RegExp(
  String.raw`^(?:${SCALAR}|\[\s*(?:${SCALAR}\s*,\s*)*(?:${SCALAR}\s*)?\])(?:[ \t]*|[ \t]+#.*)$`,
  'u',
)
const COMMENT = /^[ \t]*#[ \t]?(.*)$/u
/** The most lines of a list. */
const LONGEST_LIST = 1_000

/** Lines of YAML, with an empty line for each line that stays as words. */
export interface TomlHead {
  readonly yaml: readonly string[]
  readonly words: readonly FrontWords[]
}

/**
 * Rewrites the entries before the first table: words, numbers, days, and lists of them. Any other line stays as words.
 *
 * @param lines the lines between the fences; the first is line 1 of the file
 * @example
 * readToml(['draft = true']).yaml // ['draft: true']
 */
export function readToml(lines: readonly string[]): TomlHead {
  const yaml = lines.map(() => '')
  const words: FrontWords[] = []
  const keep = (at: number): void => {
    const line = lines[at]!
    const comment = COMMENT.exec(line)?.[1]
    if (comment !== undefined) words.push({ words: comment, at: 1 + at, kind: 'comment' })
    // Two brackets name a table of a list, and no page.
    else if (line.trim() !== '')
      words.push({ words: line.replaceAll('[[', '\\[['), at: 1 + at, kind: 'front_matter_text' })
  }
  const table = lines.findIndex((line) => /^[ \t]*\[/u.test(line))
  let at = 0
  while (at < lines.length) {
    const [, key, first = ''] = (table < 0 || at < table ? ENTRY.exec(lines[at]!) : null) ?? []
    const end = key === undefined ? at + 1 : endOf(lines, at, first)
    const value = [first, ...lines.slice(at + 1, end)].map((line) => line.trim()).join(' ')
    if (key !== undefined && VALUE.test(value)) yaml[at] = `${key}: ${value}`
    else for (let one = at; one < end; one++) keep(one)
    at = end
  }
  return { yaml, words }
}

/** Returns the index after the last line of a value: of a list in brackets, or of words between three quotes. */
function endOf(lines: readonly string[], at: number, first: string): number {
  const quotes = /^(?:"""|''')/u.exec(first)?.[0]
  const isEnd =
    quotes === undefined
      ? (line: string) => /\][ \t]*(?:#[^]*)?$/u.test(line)
      : (line: string) => line.includes(quotes)
  if (quotes === undefined ? !first.startsWith('[') || isEnd(first) : first.includes(quotes, 3)) return at + 1
  for (let end = at + 1; end < lines.length && end - at < LONGEST_LIST; end++) {
    if (isEnd(lines[end]!)) return end + 1
    // Nothing closes the list.
    if (quotes === undefined && ENTRY.test(lines[end]!)) break
  }
  return at + 1
}
