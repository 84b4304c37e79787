/**
 * The limits of a record. They apply to changes that make a record larger. A record beyond a limit, for example after
 * an import, can still move and shrink.
 *
 * @see service, Limits
 */
import { PAGE_NAME, propOf, type GraphRecord, type PageRecord } from '@notegraph/graph'
import { SYNC_LIMITS } from './limits.ts'

/** Returns a message for a change that exceeds a limit, or `undefined`. */
export function limitFault(held: GraphRecord | undefined, record: GraphRecord): string | undefined {
  const keys = Object.keys(record.props).length
  if (keys > SYNC_LIMITS.keys && keys > Object.keys(held?.props ?? {}).length)
    return `${record.id} would have ${keys} properties. A record can have ${SYNC_LIMITS.keys}.`
  return record.kind === 'page' ? pageFault(held, record) : wordsFault(held, record)
}

function wordsFault(
  held: GraphRecord | undefined,
  { id, words, versions = [] }: Exclude<GraphRecord, PageRecord>,
): string | undefined {
  const before = held && held.kind !== 'page' ? held : undefined
  for (const { text } of versions.length === 0 ? [words] : [words, ...versions]) {
    if (text.length <= SYNC_LIMITS.text || text.length <= (before?.words.text.length ?? 0)) continue
    if (before?.versions?.some((version) => version.text === text)) continue
    return `${id} would have a text of ${text.length} characters. A block can have ${SYNC_LIMITS.text}.`
  }
  if (versions.length > SYNC_LIMITS.versions && versions.length > (before?.versions?.length ?? 0))
    return `${id} has ${SYNC_LIMITS.versions} conflicting versions. Choose one version first.`
  return undefined
}

function pageFault(held: GraphRecord | undefined, page: PageRecord): string | undefined {
  const name = propOf(page, PAGE_NAME)
  if (name !== (held && propOf(held, PAGE_NAME)) && page.deleted === undefined) {
    if (typeof name !== 'string' || name.trim() === '') return `${page.id} would have no name.`
    if (name.length > SYNC_LIMITS.pageName)
      return `${page.id} would have a name of ${name.length} characters. A page name can have ${SYNC_LIMITS.pageName}.`
  }
  const size = sizeOf(page)
  if (size > SYNC_LIMITS.pageProperties && size > (held ? sizeOf(held) : 0))
    return `The properties of ${page.id} would have ${size} characters. A page can have ${SYNC_LIMITS.pageProperties}.`
  return undefined
}

/**
 * The characters of all keys and values, and of cleared keys. @see decisions 3.8
 */
function sizeOf({ props }: GraphRecord): number {
  let size = 0
  for (const [key, { v }] of Object.entries(props))
    size += key.length + (v === null ? 0 : typeof v === 'string' ? v.length : JSON.stringify(v).length)
  return size
}
