/**
 * Finding a type or a field by what a person wrote: an id, a key or a label, in any case, with spaces and `-` alike.
 */
import { fold } from '@notegraph/block-text'
import { PAGE_TYPE_IDS, type Field, type PageType, type PageTypeId } from './page-type.ts'
import { PAGE_TYPES } from './registry.ts'
import { unbracket } from './relation.ts'

const spelling = (written: string): string => fold(written).replaceAll(' ', '-')

/** Made at first use, so that a bundle without lookups leaves the registry out. */
let types: ReadonlyMap<string, PageType> | undefined
let fields: ReadonlyMap<PageTypeId, ReadonlyMap<string, Field>> | undefined

const typesBySpelling = (): ReadonlyMap<string, PageType> =>
  new Map(
    PAGE_TYPES.flatMap((type) => [type.label, type.type].map((name) => [spelling(name), type] as const)),
  )

/** For each type: labels first and keys after them, so that a key wins over a label. */
const fieldsBySpelling = (): ReadonlyMap<PageTypeId, ReadonlyMap<string, Field>> =>
  new Map(
    PAGE_TYPES.map(({ type, fields }) => [
      type,
      new Map([
        ...fields.map((field) => [spelling(field.label), field] as const),
        ...fields.map((field) => [spelling(field.key), field] as const),
      ]),
    ]),
  )

export const isPageTypeId = (text: string): text is PageTypeId =>
  (PAGE_TYPE_IDS as readonly string[]).includes(text)

/** A type by its id or label, also inside link brackets: `tv-show`, `TV Show`, `[[Person]]`. */
export function findType(written: string): PageType | undefined {
  types ??= typesBySpelling()
  return types.get(spelling(unbracket(written)))
}

/** The type of an id. */
export function pageType(id: PageTypeId): PageType {
  return PAGE_TYPES[PAGE_TYPE_IDS.indexOf(id)]!
}

/** A field of a type, by its key or label. A key wins over another field's label. @see decisions 4 */
export function findField(type: PageType | PageTypeId, written: string): Field | undefined {
  const id = typeof type === 'string' ? type : type.type
  fields ??= fieldsBySpelling()
  return fields.get(id)?.get(spelling(written))
}
