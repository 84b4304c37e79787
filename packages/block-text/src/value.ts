/**
 * Lists as values: the names in `tags::` and `alias::` of a page or block. A part with links or tags gives their names
 * (`[[a]] #b` is two). Any other part is one name.
 *
 * @see decisions 2.5, 3.4
 */
import { References } from './references.ts'
import { InlineReader } from './inline.ts'
import { bareName, valueParts } from './list.ts'

/**
 * Lists the comma-separated names of a value, without brackets and `#`. Each folded name appears once.
 *
 * @example
 * listValues('[[Ann Lee]], #work, home') // ['Ann Lee', 'work', 'home']
 */
export function listValues(value: string): string[] {
  const names = new References()
  const reader = readerOf(value, names)
  for (const part of valueParts(value, 0, value.length, reader.brackets)) {
    const before = names.count
    reader.read(part.start, part.end, { single: true, tags: true, linksAreTags: true, outer: true })
    if (names.count === before) names.name(bareName(value.slice(part.start, part.end)), true)
  }
  return names.refs
}

/**
 * A name as a part of a list: as it is, if it reads as that name alone.
 *
 * @example
 * listPart('Ann') // 'Ann'
 * listPart('Lee, Ann') // '[[Lee, Ann]]'
 */
export function listPart(name: string): string {
  const values = listValues(name)
  return values.length === 1 && values[0] === name ? name : `[[${name}]]`
}

/**
 * Lists the parts of a property's value between its commas, as they are written.
 *
 * @example
 * writtenValues('[[Ann]] and Bob, "c"') // ['[[Ann]] and Bob', '"c"']
 */
export function writtenValues(value: string): string[] {
  const { brackets } = readerOf(value, new References())
  return valueParts(value, 0, value.length, brackets)
    .map(({ start, end }) => value.slice(start, end).trim())
    .filter(Boolean)
}

/**
 * Lists the names of the `[[links]]` in a property's value, without tags. Each folded name appears once.
 *
 * @example
 * linkedNames('[[Ann]] and #work') // ['Ann']
 */
export function linkedNames(value: string): string[] {
  const names = new References()
  readerOf(value, names).read(0, value.length, { single: true, tags: true, linksAreTags: false })
  return names.links
}

function readerOf(value: string, names: References): InlineReader {
  return new InlineReader(value, names, (end) => end)
}
