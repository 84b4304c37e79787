/**
 * What the API answers of a block. Whatever a row's own columns say is put together when it is asked for; the rest, which
 * few blocks have, is JSON text made once, when the record was written. The name of the block's page, which changes
 * apart, is put in at the answer.
 *
 * @see service, Block
 */
import type { BlockText } from '@notegraph/block-text'
import type { DeriveEnv } from './env.ts'
import { allNamed, named } from './files.ts'
import { listed, objectOf, quoted } from './json.ts'

/** What an answer is put together from; a member that says nothing is left out or null, as a store has it. */
export interface BlockParts {
  readonly parentId: string | null
  readonly order: number
  /** As written, files named. */
  readonly content: string
  /** What the app shows, with references read out (`referringText`) and files named; none where it is the content. */
  readonly text?: string | null
  /** The members from `marker` to `blockRefs` as JSON text; none where they say nothing. */
  readonly more?: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

const NO_MORE = '"refs":[],"tags":[],"blockRefs":[]'

/** The members of a Block but for `id`, `page` and `pageId`, as JSON text. Ids hold nothing to be quoted. */
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

/** @see BlockParts.more */
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

/** What `more` says, but for the properties. */
export type BlockMore = Pick<
  BlockText,
  'marker' | 'priority' | 'scheduled' | 'deadline' | 'heading' | 'collapsed' | 'refs' | 'tags' | 'blockRefs'
>

/** Reads `more` back, for who needs the values. */
export const readMore = ({ more }: Pick<BlockParts, 'more'>): BlockMore =>
  JSON.parse(`{${more ?? NO_MORE}}`) as BlockMore

/** Whether a block refers to others; told without reading `more` back. */
export const refersToBlocks = ({ more }: Pick<BlockParts, 'more'>): boolean =>
  typeof more === 'string' && !more.endsWith('"blockRefs":[]')

/** Keys that hold addresses of files may come to one name; then the last counts. */
const propertiesJson = ({ properties }: BlockText, env: DeriveEnv): string =>
  objectOf(new Map(properties.map(({ key, value }) => [named(key, env), quoted(named(value, env))])))
