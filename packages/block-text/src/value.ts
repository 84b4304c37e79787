/**
 * Lists as values: the names in `tags::` and `alias::` of a page or block. A part that holds links or tags gives their
 * names (`[[a]] #b` is two); any other is a name as it stands.
 *
 * @see decisions 2.5, 3.4
 */
import { Found } from './found.ts'
import { InlineReader } from './inline.ts'
import { bareName, valueParts } from './list.ts'

/** The comma-separated values, brackets and `#` taken off, once per folded name. */
export function listValues(value: string): string[] {
  const names = new Found()
  const reader = readerOf(value, names)
  for (const part of valueParts(value, 0, value.length, reader.brackets)) {
    const before = names.count
    reader.read(part.start, part.end, { single: true, tags: true, linksAreTags: true, outer: true })
    if (names.count === before) names.name(bareName(value.slice(part.start, part.end)), true)
  }
  return names.refs
}

/** The names of the `[[links]]` in a property's value, tags left out, once per folded name. */
export function linkedNames(value: string): string[] {
  const names = new Found()
  readerOf(value, names).read(0, value.length, { single: true, tags: true, linksAreTags: false })
  return names.links
}

function readerOf(value: string, names: Found): InlineReader {
  return new InlineReader(value, names, (end) => end)
}
