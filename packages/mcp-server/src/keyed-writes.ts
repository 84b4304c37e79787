/**
 * Writes under a key, so that a client can retry a call. A retry with the same key gets the first answer and writes
 * nothing, as with `Idempotency-Key` over the API.
 * @see assistants 8
 */
import { createHash } from 'node:crypto'
import { checkIdempotencyKey, isObject, type ToolName } from '@notegraph/contract'
import { ok, refuse, type Result, type WriteOptions, type WriteService } from '@notegraph/service'

/** The member of `_meta` with the key. */
export const KEY_MEMBER = 'notegraph/idempotency-key'

/** The parameters of `tools/call` as sent. */
type Params = Readonly<Record<string, unknown>>

/**
 * The key in the parameters of a call; undefined without one.
 * @returns the refusal `bad_request` for a member that is no key
 */
export function keyOf(tool: ToolName, params: Params): Result<WriteOptions['key']> {
  const meta = params['_meta']
  if (!isObject(meta) || !Object.hasOwn(meta, KEY_MEMBER)) return ok(undefined)
  const sent = meta[KEY_MEMBER]
  const key = checkIdempotencyKey(typeof sent === 'string' ? sent : '', `_meta["${KEY_MEMBER}"]`)
  if (!key.ok) return refuse({ code: 'bad_request', error: key.error })
  return ok({ key: key.value, request: requestHash(tool, params['arguments']) })
}

/** Identifies a request: its tool and its arguments as sent. */
const requestHash = (tool: ToolName, sent: unknown): string =>
  createHash('sha256')
    .update(`${tool}\n${JSON.stringify(sent ?? {})}`)
    .digest('base64url')

/** The same writes, each under the key. */
export function keyedWrites(writes: WriteService, key: WriteOptions['key']): WriteService {
  if (!key) return writes
  const how = { key }
  return {
    addBlock: async (caller, page, body) => writes.addBlock(caller, page, body, how),
    addOutline: async (caller, page, body) => writes.addOutline(caller, page, body, how),
    createPage: async (caller, body) => writes.createPage(caller, body, how),
    setTask: async (caller, id, body) => writes.setTask(caller, id, body, how),
    updateBlock: async (caller, id, body) => writes.updateBlock(caller, id, body, how),
    setText: async (caller, id, body) => writes.setText(caller, id, body, how),
    setProperty: async (caller, page, name, body) => writes.setProperty(caller, page, name, body, how),
    setProperties: async (caller, page, body) => writes.setProperties(caller, page, body, how),
    setBlockProperties: async (caller, id, body) => writes.setBlockProperties(caller, id, body, how),
    moveBlocks: async (caller, ids, body) => writes.moveBlocks(caller, ids, body, how),
    deleteBlocks: async (caller, ids, body) => writes.deleteBlocks(caller, ids, body, how),
    renamePage: async (caller, page, body) => writes.renamePage(caller, page, body, how),
    deletePage: async (caller, page, body) => writes.deletePage(caller, page, body, how),
    batchWrite: async (caller, body, more) => writes.batchWrite(caller, body, { ...more, ...how }),
    keepVersions: async (caller, id) => writes.keepVersions(caller, id, how),
    useVersion: async (caller, id, rev) => writes.useVersion(caller, id, rev, how),
  }
}
