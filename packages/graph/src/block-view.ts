/**
 * The API's Block. Common members come from the columns of the row. The rare ones are JSON text that the store writes
 * once with the record. The name of the page changes independently, so the answer adds it.
 *
 * @see service, Block
 */
import type { BlockText, Marker } from '@notegraph/block-text'
import type { DeriveEnv } from './env.ts'
import { allNamed, named } from './files.ts'
import { listed, objectOf, quoted } from './json.ts'

/** The columns that a block's answer needs. A member without a value is absent or null, as in the store. */
export interface BlockParts {
  readonly parentId: string | null
  readonly order: number
  /** The text as written, with the names of files. */
  readonly content: string
  /**
   * The visible text, with references replaced (`referringText`) and the names of files. Absent if it equals the
   * content.
   */
  readonly text?: string | null
  /** The members from `marker` to `blockRefs` as JSON text. Absent if all of them are empty. */
  readonly more?: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

const NO_MORE = '"refs":[],"tags":[],"blockRefs":[]'

/** Builds the members of a Block except `id`, `page` and `pageId`, as JSON text. Ids need no escapes. */
export function blockMembers({
  parentId,
  order,
  content,
  text,
  more,
  createdAt,
  updatedAt,
}: BlockParts): string {
  const parent = parentId === null ? 'null' : `"${parentId}"`
  const written = quoted(content)
  const shown = typeof text === 'string' ? quoted(text) : written
  return `"parentId":${parent},"order":${order},"content":${written},"text":${shown},${more ?? NO_MORE},"createdAt":${createdAt},"updatedAt":${updatedAt}`
}

/** Builds `BlockParts.more`: JSON text, or `undefined` if all members are empty. */
export function moreOf(parsed: BlockText, env: DeriveEnv): string | undefined {
  const { marker, priority, scheduled, deadline, heading, properties, collapsed } = parsed
  let more = ''
  if (marker !== undefined) more += `"marker":"${marker}",`
  if (priority !== undefined) more += `"priority":"${priority}",`
  if (scheduled !== undefined) more += `"scheduled":${scheduled},`
  if (deadline !== undefined) more += `"deadline":${deadline},`
  if (heading !== undefined) more += `"heading":${heading},`
  if (properties.length > 0) more += `"properties":${propertiesJson(parsed, env)},`
  if (collapsed === true) more += '"collapsed":true,'
  const { refs, tags, blockRefs } = parsed
  if (refs.length === 0 && blockRefs.length === 0) return more === '' ? undefined : more + NO_MORE
  return `${more}"refs":${listed(allNamed(refs, env))},"tags":${listed(allNamed(tags, env))},"blockRefs":${listed(blockRefs)}`
}

/** The members in `BlockParts.more`, except the properties. */
export type BlockMore = Pick<
  BlockText,
  'marker' | 'priority' | 'scheduled' | 'deadline' | 'heading' | 'collapsed' | 'refs' | 'tags' | 'blockRefs'
>

/**
 * Parses `BlockParts.more`.
 *
 * @example
 * readMore({ more: null }).tags // []
 */
export const readMore = ({ more }: Pick<BlockParts, 'more'>): BlockMore =>
  JSON.parse(`{${more ?? NO_MORE}}`) as BlockMore

const MARKED = /^"marker":"([A-Z]+)"/

/**
 * The marker of a block. It is the first member of `BlockParts.more`, so nothing is parsed.
 *
 * @example
 * markerOf({ more: '"marker":"TODO","refs":[],"tags":[],"blockRefs":[]' }) // 'TODO'
 */
export const markerOf = ({ more }: Pick<BlockParts, 'more'>): Marker | undefined =>
  MARKED.exec(more ?? '')?.[1] as Marker | undefined

/**
 * Whether a block refers to others. This check does not parse `more`.
 *
 * @example
 * refersToBlocks({ more: null }) // false
 */
export const refersToBlocks = ({ more }: Pick<BlockParts, 'more'>): boolean =>
  typeof more === 'string' && !more.endsWith('"blockRefs":[]')

/** Keys with file addresses can get the same name; the last one counts. */
const propertiesJson = ({ properties }: BlockText, env: DeriveEnv): string =>
  objectOf(new Map(properties.map(({ key, value }) => [named(key, env), quoted(named(value, env))])))
