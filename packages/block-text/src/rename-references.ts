/**
 * Rewrites the references to a page in the text of a block or in a value, after the page got another name. Only the name
 * changes: labels, embeds, lists and all other words stay. The names in `{{query …}}` change too.
 *
 * @see decisions 2.5; assistants 10.3
 */
import { Brackets } from './bracket.ts'
import { fold } from './fold.ts'
import { bareName, valueParts } from './list.ts'
import { parseBlock, parseMarks } from './parse.ts'
import { readProperty, propertyColons } from './property-line.ts'
import { listValues } from './value.ts'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Rewrites each reference to `from`, in any spelling, as one to `to`. Returns the text itself without any.
 *
 * @param to a name without `[[` and `]]`
 * @param inQuery rewrites the words of a `{{query …}}`; its links and tags have the new name already
 * @example
 * renameReferences('see [[ann]] and #Ann', 'Ann', 'Ann Lee') // 'see [[Ann Lee]] and #[[Ann Lee]]'
 */
export function renameReferences(
  content: string,
  from: string,
  to: string,
  inQuery: (query: string) => string = (query) => query,
): string {
  const wanted = fold(from.trim())
  const { block, marks } = parseMarks(content)
  const { content: text, layout } = block
  const edits: Edit[] = []
  for (const { kind, start, end, text: [at, to_] = [start, end] } of marks) {
    const inner = text.slice(at, to_)
    const isName = kind === 'link' || kind === 'tag'
    if (isName && fold(inner.trim()) === wanted)
      edits.push({ start: at, end: to_, text: kind === 'tag' && at === start + 1 ? tagged(to) : to })
    else if (isName && inner.includes('[['))
      edits.push({ start: at, end: to_, text: renameReferences(inner, from, to, inQuery) })
    else if (kind === 'macro') {
      const head = QUERY_MACRO.exec(inner)?.[0].length
      if (head === undefined) continue
      const query = [start + head, end - 2] as const
      const renamed = inQuery(renameReferences(text.slice(...query), from, to))
      edits.push({ start: query[0], end: query[1], text: renamed })
    }
  }
  for (const { kind, start, end } of layout.cuts) {
    const colons = kind === 'property' ? propertyColons(text, start, end) : -1
    if (colons < 0 || !isList(readProperty(text, start, colons, end).key)) continue
    for (const part of valueParts(text, colons + 2, end, new Brackets(text))) {
      if (marks.some((mark) => mark.start < part.end && mark.end > part.start)) continue
      const name = text.slice(part.start, part.end)
      if (fold(bareName(name)) !== wanted) continue
      const before = name.length - name.trimStart().length
      edits.push({ start: part.start + before, end: part.start + name.trimEnd().length, text: listed(to) })
    }
  }
  return applied(text, edits)
}

const QUERY = /\{\{\s{0,8}query\b/i
const QUERY_MACRO = new RegExp(`^${QUERY.source}`, 'i')

/**
 * Whether a text may have a `{{query …}}`, in whose words a page can be named without a link.
 * @example
 * mayHoldQuery('boats: {{query (page Boat)}}') // true
 */
export const mayHoldQuery = (content: string): boolean => QUERY.test(content)

const isList = (key: string): boolean => key === 'tags' || key === 'alias'

/** The name of a tag after its `#`; in brackets if it would end early. */
function tagged(name: string): string {
  const { tags, refs } = parseBlock(`#${name} `)
  return refs.length === 1 && tags[0] === name ? name : `[[${name}]]`
}

/** The name as a part of a list. */
function listed(name: string): string {
  const values = listValues(name)
  return values.length === 1 && values[0] === name ? name : `[[${name}]]`
}

function applied(text: string, edits: readonly Edit[]): string {
  let done = ''
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    done += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return done + text.slice(at)
}
