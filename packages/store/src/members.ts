/**
 * The members of what an account has, each with its kind. They are declared once, beside the store that keeps them: the
 * type, the columns in both databases, and what a move takes along follow.
 */

/** The value of a member by its kind. A column has a list as one text with commas, and JSON as text. */
interface Values {
  readonly text: string
  readonly number: number
  readonly flag: boolean
  readonly list: readonly string[]
  readonly json: unknown
}
/** The kind of a member. */
export type Kind = keyof Values

/** Members by name. `?` marks the kind of one that may be absent. */
export type Members = Readonly<Record<string, Kind | `${Kind}?`>>

type ValueOf<K> = K extends Kind
  ? Values[K]
  : K extends `${infer Plain extends Kind}?`
    ? Values[Plain]
    : never

/** The type of what has the members. An interface that extends it narrows their values. */
export type Entity<M extends Members> = {
  readonly [N in keyof M as M[N] extends Kind ? N : never]: ValueOf<M[N]>
} & {
  readonly [N in keyof M as M[N] extends Kind ? never : N]?: ValueOf<M[N]>
}

/** The names of members in the words of a statement. */
export const namesOf = (members: Members): string =>
  Object.entries(members)
    .map(([name, kind]) => (kind.endsWith('?') ? `${name}?` : name))
    .join(' ')

/** The names of the members of one kind. */
export const namesOfKind = (members: Members, kind: Kind): string[] =>
  Object.keys(members).filter((name) => members[name]!.replace('?', '') === kind)

/**
 * The column of a member.
 * @example
 * columnOf('pageId') // 'page_id'
 */
export const columnOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
