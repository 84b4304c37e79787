/**
 * What the API answers of a block, made once, when its record is written. The name of its page, which changes apart,
 * is put in at the answer.
 *
 * @see service.md, Block
 */
import type { BlockText } from '@notegraph/block-text'
import type { DeriveEnv } from './env.ts'
import { allNamed, named } from './files.ts'
import { listed, objectOf, quoted } from './json.ts'
import type { BlockRecord } from './record.ts'

/**
 * The Block without `id`, `page` and `pageId`, as JSON text.
 * @param text what the app shows, with references read out and files named
 */
export function blockView(record: BlockRecord, parsed: BlockText, text: string, env: DeriveEnv): string {
  const { parentId, order } = record.place
  const written = named(parsed.content, env)
  const content = quoted(written)
  let view = `{"parentId":${parentId === null ? 'null' : quoted(parentId)},"order":${order},"content":${content}`
  view += `,"text":${text === written ? content : quoted(text)}`
  if (parsed.marker !== undefined) view += `,"marker":"${parsed.marker}"`
  if (parsed.priority !== undefined) view += `,"priority":"${parsed.priority}"`
  if (parsed.scheduled !== undefined) view += `,"scheduled":${parsed.scheduled}`
  if (parsed.deadline !== undefined) view += `,"deadline":${parsed.deadline}`
  if (parsed.heading !== undefined) view += `,"heading":${parsed.heading}`
  if (parsed.properties.length > 0) view += `,"properties":${propertiesJson(parsed, env)}`
  if (parsed.collapsed === true) view += ',"collapsed":true'
  view += `,"refs":${listed(allNamed(parsed.refs, env))},"tags":${listed(allNamed(parsed.tags, env))}`
  view += `,"blockRefs":${listed(parsed.blockRefs)}`
  return `${view},"createdAt":${record.createdAt},"updatedAt":${record.updatedAt}}`
}

/** Keys that hold addresses of files may come to one name; then the last counts. */
const propertiesJson = ({ properties }: BlockText, env: DeriveEnv): string =>
  objectOf(new Map(properties.map(({ key, value }) => [named(key, env), quoted(named(value, env))])))
