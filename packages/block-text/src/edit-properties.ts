/**
 * Changes properties of a block in their lines. Other lines stay as they are. If that is impossible, the block gets the
 * layout of a rewrite.
 *
 * @see assistants 2.2
 */
import type { BlockText } from './block.ts'
import { lineEnd } from './char.ts'
import { holdsNextLine } from './opening.ts'
import { parseBlock } from './parse.ts'
import { isPropertyKey, propertyColons, propertyKey, readProperty, type Property } from './property-line.ts'
import { partsOf, renderBlock, saysParts } from './rewrite.ts'

/** Properties by key; `null` removes one. Capitals in a key do not matter. Values are one line each, and are trimmed. */
export type PropertyEdits = ReadonlyMap<string, string | null>

/** The edited content. Or the first key that no property can have, or whose value is not one line. */
export type EditedProperties =
  | { readonly ok: true; readonly content: string }
  | { readonly ok: false; readonly code: 'property_key' | 'property_value'; readonly key: string }

/**
 * Changes properties of a block. The content stays the same if it has them already. A new property goes below the
 * last property or date line, else below the first line; it goes above a list or a table.
 *
 * @example
 * editProperties('tea', new Map([['cups', '2']])) // { ok: true, content: 'tea\ncups:: 2' }
 */
export function editProperties(content: string, edits: PropertyEdits): EditedProperties {
  const fault = faultIn(edits)
  return fault ?? { ok: true, content: withProperties(content, edits) }
}

function faultIn(edits: PropertyEdits): EditedProperties | undefined {
  for (const [key, value] of edits) {
    if (!isPropertyKey(key)) return { ok: false, code: 'property_key', key }
    if (value !== null && LINE_BREAK.test(value.trim())) return { ok: false, code: 'property_value', key }
  }
  return undefined
}

/** Every character that ends a line for some reader. */
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029\0]/

function withProperties(content: string, asked: PropertyEdits): string {
  const edits = new Map(Array.from(asked, ([key, value]) => [propertyKey(key), value && value.trim()]))
  const spelling = new Map(Array.from(asked.keys(), (key) => [propertyKey(key), key]))
  const block = parseBlock(content)
  const before = partsOf(block)
  const lines = wantedLines(before.lines, edits, spelling)
  if (isSame(before.lines, lines)) return content
  const edited = withNewLines(withEditedLines(block, edits), lines)
  const wanted = { ...before, lines }
  return saysParts(edited, wanted) ? edited : renderBlock(wanted)
}

function wantedLines(
  held: readonly Property[],
  edits: PropertyEdits,
  spelling: ReadonlyMap<string, string>,
): Property[] {
  const kept = held.flatMap((line) => {
    const value = edits.has(line.key) ? edits.get(line.key)! : line.value
    return value === null ? [] : [{ ...line, value }]
  })
  const known = new Set(held.map(({ key }) => key))
  const added = [...edits].flatMap(([key, value]) =>
    known.has(key) || value === null ? [] : [{ key, written: spelling.get(key)!, value }],
  )
  return [...kept, ...added]
}

const isSame = (a: readonly Property[], b: readonly Property[]): boolean =>
  a.length === b.length && a.every(({ key, value }, i) => key === b[i]!.key && value === b[i]!.value)

/** Changes the lines of a key that the block has. The last line of a key counts, so only that one changes. */
function withEditedLines({ content, layout }: BlockText, edits: PropertyEdits): string {
  const places = layout.cuts.flatMap(({ kind, start, end }) => {
    if (kind !== 'property') return []
    return [{ start, end, ...readProperty(content, start, propertyColons(content, start, end), end) }]
  })
  const last = new Map(places.map((place) => [place.key, place]))
  let edited = ''
  let at = 0
  for (const place of places) {
    const { key, written, start, end } = place
    const value = edits.get(key)
    if (value === undefined || (value !== null && (last.get(key) !== place || value === place.value)))
      continue
    edited += content.slice(at, start) + (value === null ? '' : `${written}:: ${value}`)
    at = value === null ? end + 1 : end
  }
  const rest = at > content.length ? '' : content.slice(at)
  return rest === '' && at > content.length ? edited.replace(/\n$/, '') : edited + rest
}

/** Adds a line for each property that the content does not have. */
function withNewLines(content: string, wanted: readonly Property[]): string {
  const { content: text, layout } = parseBlock(content)
  const held = new Set(layout.lines.map(({ key }) => key))
  const added = wanted
    .filter(({ key }) => !held.has(key))
    .map(({ written, value }) => `${written}:: ${value}`)
  if (added.length === 0) return content
  const place =
    layout.cuts.findLast(({ kind }) => kind === 'property') ??
    layout.cuts.findLast(({ kind }) => kind === 'date')
  if (!place && holdsNextLine(text, layout.head.wordsAt)) return [...added, text].join('\n')
  const at = place?.end ?? lineEnd(text, 0)
  return [text.slice(0, at), ...added].filter((part) => part !== '').join('\n') + text.slice(at)
}
