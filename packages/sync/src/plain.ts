/**
 * A push from a client that only knows `id` and `updatedAt` of a record. It sends the record as pulled, possibly
 * changed, with a new `updatedAt` if it changed something. The groups still have the stamps and the revision of the
 * pull. The revision therefore says which words the client saw, and new words get a new revision.
 *
 * @see service, What the service does 2
 */
import type { GraphRecord } from '@notegraph/graph'
import { hashText } from './checksum.ts'
import { isSameValue, ownProp } from './merge-props.ts'
import type { Push } from './push.ts'
import { knows } from './revision.ts'
import { latestStamp } from './stamp.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Converts a plain record to a push of its groups.
 *
 * @param held the stored record, if there is one
 * @example
 * plainPush(undefined, makePage({ id: 'p', name: 'Home', now: 1 })).dirty // new Set(['props.name'])
 */
export function plainPush(held: GraphRecord | undefined, record: GraphRecord): Push {
  const found = latestStamp(record)
  const isEdited = record.updatedAt > found
  const at = (stamp: number) => (isEdited ? record.updatedAt : stamp)
  const props = Object.fromEntries(
    Object.entries(record.props).map(([key, { v, at: stamp }]) => {
      const before = held && ownProp(held, key)
      return [key, { v, at: isSameValue(v, before?.v) ? stamp : at(stamp) }]
    }),
  )
  const groups = Object.keys(props).map((key) => `props.${key}`)
  if (record.deleted !== undefined) groups.push('deleted')
  if (record.kind === 'page')
    return { record: { ...record, props }, dirty: new Set(groups), seen: NONE, drops: NONE }

  const isReworded = isEdited && held?.kind === record.kind && isOther(held, record)
  const rev = isReworded ? revisionOf(record) : record.words.rev
  return {
    record: {
      ...record,
      props,
      words: { ...record.words, rev, at: at(record.words.at) },
      place: { ...record.place, at: at(record.place.at) },
    },
    dirty: new Set(['words', 'place', ...groups]),
    seen: new Set([record.words.rev]),
    drops: NONE,
  }
}

type WordsRecord = Exclude<GraphRecord, { readonly kind: 'page' }>

/** Whether the words differ from those with the same revision, as far as the server knows these. */
function isOther(held: WordsRecord, { words }: WordsRecord): boolean {
  return knows(held, words.rev) && held.words.text !== words.text
}

/** The same words in another push get the same revision. */
const revisionOf = ({ id, words, updatedAt }: WordsRecord): string =>
  `plain-${hashText(`${id} ${updatedAt} ${words.text}`).toString(36)}`
