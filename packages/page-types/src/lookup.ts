/**
 * Finds a type or a field by its id, key or label, in any case, with spaces and `-` alike. Each function takes the
 * types as an argument, for apps with types of their own or of a server.
 */
import { fold } from '@notegraph/block-text'
import { PAGE_TYPE_IDS, type Field, type PageType, type PageTypeId } from './page-type.ts'
import { PAGE_TYPES } from './registry.ts'
import { unbracket } from './relation.ts'

/** A registry: the types of an app, in their listed order. */
export type PageTypes<Id extends string = string> = readonly PageType<Id>[]

const spelling = (written: string): string => fold(written).replaceAll(' ', '-')

/** Computed at the first use of each registry, and dropped with the registry. */
const typesBySpelling = /* @__PURE__ */ new WeakMap<PageTypes, ReadonlyMap<string, PageType<string>>>()
const fieldsBySpelling = /* @__PURE__ */ new WeakMap<PageType<string>, ReadonlyMap<string, Field<string>>>()

/** The types by spelling; the first of two equal spellings wins. */
function typesOf(types: PageTypes): ReadonlyMap<string, PageType<string>> {
  let known = typesBySpelling.get(types)
  if (!known) {
    const named = types.flatMap((type) =>
      [type.label, type.type].map((name) => [spelling(name), type] as const),
    )
    typesBySpelling.set(types, (known = new Map(named.toReversed())))
  }
  return known
}

/** Labels first and keys after them, so that a key wins over a label. */
function fieldsOf(type: PageType<string>): ReadonlyMap<string, Field<string>> {
  let known = fieldsBySpelling.get(type)
  if (!known) {
    const { fields } = type
    known = new Map([
      ...fields.map((field) => [spelling(field.label), field] as const),
      ...fields.map((field) => [spelling(field.key), field] as const),
    ])
    fieldsBySpelling.set(type, known)
  }
  return known
}

/**
 * Whether a text is the id of a type in the registry.
 * @example
 * isPageTypeId('person') // true
 * isPageTypeId('Person') // false
 */
export const isPageTypeId = (text: string): text is PageTypeId =>
  (PAGE_TYPE_IDS as readonly string[]).includes(text)

/**
 * A type by its id or label, also inside link brackets: `tv-show`, `TV Show`, `[[Person]]`.
 * @param types the types to search; those of the registry by default
 * @example
 * findType('[[TV Show]]')?.type // 'tv-show'
 * findType('unknown') // undefined
 */
export function findType(written: string): PageType | undefined
export function findType<Id extends string>(written: string, types: PageTypes<Id>): PageType<Id> | undefined
export function findType(written: string, types: PageTypes = PAGE_TYPES): PageType<string> | undefined {
  return typesOf(types).get(spelling(unbracket(written)))
}

/**
 * The type with an id.
 * @param types the types to search; those of the registry by default
 * @returns undefined only if other types are given and none has the id
 * @example
 * pageType('person').label // 'Person'
 */
export function pageType(id: PageTypeId): PageType
export function pageType<Id extends string>(id: string, types: PageTypes<Id>): PageType<Id> | undefined
export function pageType(id: string, types: PageTypes = PAGE_TYPES): PageType<string> | undefined {
  return types.find(({ type }) => type === id)
}

/**
 * A field of a type, by its key or label. A key wins over another field's label.
 * @param type a type of any registry, or an id in the default registry
 * @example
 * findField('person', 'Birthday')?.key // 'birthday'
 * @see decisions 4
 */
export function findField(type: PageType | PageTypeId, written: string): Field | undefined
export function findField<Id extends string>(type: PageType<Id>, written: string): Field<Id> | undefined
export function findField(type: PageType<string> | PageTypeId, written: string): Field<string> | undefined {
  const of = typeof type === 'string' ? pageType(type) : type
  return of && fieldsOf(of).get(spelling(written))
}
