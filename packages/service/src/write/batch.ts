/**
 * Several writes as one change. Each is decided on a draft of the graph, which has what the earlier ones wrote. Their edits
 * are then committed together.
 * @see assistants 11.1
 */
import {
  AddBlockArguments,
  AddOutlineArguments,
  BLOCK_ARGUMENTS,
  checkArguments,
  CreatePageArguments,
  DeleteBlocksArguments,
  DeletePageArguments,
  LIMITS,
  MADE_EARLIER,
  MoveBlocksArguments,
  RenamePageArguments,
  SetBlockPropertiesArguments,
  SetPropertiesArguments,
  SetPropertyArguments,
  SetTaskArguments,
  UpdateBlockArguments,
  type BatchOperation,
  type BatchWrite,
  type ObjectSchema,
  type UpdateBlock,
} from '@notegraph/contract'
import { blockJson, pageJson, type PageRecord } from '@notegraph/graph'
import type { GraphStore, ItemChange, Put } from '@notegraph/store'
import { answer } from '../answer.ts'
import type { Caller } from '../access.ts'
import { wasThere } from '../changes/revert.ts'
import { findBlock } from '../find-block.ts'
import { ok, refuse, type Refusal, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import type { DecideWrite } from './decision.ts'
import type { Edit, WriteContext } from './edit.ts'
import { checkUnchanged } from './if-unchanged.ts'
import type { WriteSubject } from './if-match.ts'
import { named } from './summary.ts'
import type { WriteAnswer } from './write-answer.ts'
import { writesBy, type RunWrite, type SingleWrites } from './writes.ts'

type Operation = BatchWrite['operations'][number]

/** An argument without the members that are left out. */
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> }

const given = <T extends object>(args: T): Given<T> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as Given<T>

/** The members of a body; the API calls a parent otherwise. */
const bodyOf = <T extends { readonly parent_id?: string | undefined }>({ parent_id, ...args }: T) => ({
  ...given(args),
  ...(parent_id !== undefined && { parentId: parent_id }),
})

/** The arguments that a schema lets through. */
type ArgumentsOf<S extends ObjectSchema> = Extract<
  ReturnType<typeof checkArguments<S>>,
  { readonly ok: true }
>['value']

/** A write with valid arguments, in which references and short ids are not replaced yet. */
interface CheckedWrite {
  readonly args: Readonly<Record<string, unknown>>
  run(
    writes: SingleWrites,
    caller: Caller,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Result<WriteAnswer<unknown>>>
}

type CheckWrite = (op: BatchOperation, sent: unknown) => Result<CheckedWrite>

const operation =
  <S extends ObjectSchema>(
    schema: S,
    run: (
      writes: SingleWrites,
      caller: Caller,
      args: ArgumentsOf<S>,
    ) => Promise<Result<WriteAnswer<unknown>>>,
  ): CheckWrite =>
  (op, sent) => {
    const args = checkArguments(op, schema, sent)
    if (!args.ok) return refuse({ code: 'bad_request', error: args.error })
    // A name or an id is replaced by another one, so the arguments keep their form.
    return ok({
      args: args.value as Record<string, unknown>,
      run: (writes, caller, named) => run(writes, caller, named as ArgumentsOf<S>),
    })
  }

const OPERATIONS: Readonly<Record<BatchOperation, CheckWrite>> = {
  add_block: operation(AddBlockArguments, async (writes, caller, { page, ...args }) =>
    writes.addBlock(caller, page, bodyOf(args)),
  ),
  add_outline: operation(AddOutlineArguments, async (writes, caller, { page, ...args }) =>
    writes.addOutline(caller, page, bodyOf(args)),
  ),
  create_page: operation(CreatePageArguments, async (writes, caller, args) =>
    writes.createPage(caller, given(args)),
  ),
  set_task: operation(SetTaskArguments, async (writes, caller, { block_id: id, ...args }) =>
    writes.setTask(caller, id, given(args)),
  ),
  update_block: operation(UpdateBlockArguments, async (writes, caller, { block_id: id, ...args }) =>
    writes.updateBlock(caller, id, given(args) as UpdateBlock),
  ),
  set_property: operation(SetPropertyArguments, async (writes, caller, { page, key, ...args }) =>
    writes.setProperty(caller, page, key, given(args)),
  ),
  set_properties: operation(SetPropertiesArguments, async (writes, caller, { page, ...args }) =>
    writes.setProperties(caller, page, given(args)),
  ),
  set_block_properties: operation(
    SetBlockPropertiesArguments,
    async (writes, caller, { block_id: id, ...args }) => writes.setBlockProperties(caller, id, given(args)),
  ),
  move_blocks: operation(MoveBlocksArguments, async (writes, caller, { block_ids: ids, ...args }) =>
    writes.moveBlocks(caller, ids, bodyOf(args)),
  ),
  delete_blocks: operation(DeleteBlocksArguments, async (writes, caller, { block_ids: ids, ...args }) =>
    writes.deleteBlocks(caller, ids, given(args)),
  ),
  rename_page: operation(RenamePageArguments, async (writes, caller, { name, ...args }) =>
    writes.renamePage(caller, name, given(args)),
  ),
  delete_page: operation(DeletePageArguments, async (writes, caller, { name, ...args }) =>
    writes.deletePage(caller, name, given(args)),
  ),
}

/** Names the write of a batch in its refusal. */
const inBatch = (refusal: Refusal, index: number, { op }: Operation): Result<never> =>
  refuse({ ...refusal, operation: { number: index + 1, op } })

/**
 * The writes of the minute that a batch counts as.
 *
 * @example
 * ```ts
 * batchWrites({ operations }) // 2 for 11 to 20 operations
 * ```
 */
export const batchWrites = ({ operations }: BatchWrite): number =>
  Math.ceil(operations.length / LIMITS.batchWrites)

/** @param mayDo refuses a write that the caller lacks the right for */
export function checkRights(
  operations: readonly Operation[],
  mayDo: (op: BatchOperation) => Result<void>,
): Result<void> {
  for (const [index, one] of operations.entries()) {
    const may = mayDo(one.op)
    if (!may.ok) return inBatch(may.refusal, index, one)
  }
  return ok(undefined)
}

/**
 * Decides the writes one after the other. The first refusal is that of the batch.
 * @param takesShortIds whether an id may be the beginning of one, as assistants name blocks
 */
export function decideBatch(
  caller: Caller,
  operations: readonly Operation[],
  takesShortIds: boolean,
): DecideWrite {
  return async (graph, context) => {
    // The work on a draft may not wait for modules.
    await Promise.all([import('./add-outline.ts'), import('./create-page.ts')])
    return graph.drafts.run(async (draft) => {
      const compares = operations.some((one) => one['if_unchanged'] !== undefined)
      const writing = new DraftWrites(draft, context, compares)
      const writes = writesBy(writing.run)
      const made: CreatedRecords[] = []
      const results: string[] = []
      const runOne = async ({ op, ...sent }: Operation): Promise<Result<WriteAnswer<unknown>>> => {
        const checked = OPERATIONS[op](op, takesShortIds ? sent : withNone(op, sent))
        if (!checked.ok) return checked
        const args = await withMade(draft, op, checked.value.args, made)
        const named = args.ok && takesShortIds ? await withWholeIds(draft, args.value) : args
        return named.ok ? checked.value.run(writes, caller, named.value) : named
      }
      for (const [index, one] of operations.entries()) {
        const written = await runOne(one)
        if (!written.ok) return inBatch(written.refusal, index, one)
        results.push(written.value.json)
        made.push(madeBy(one.op, written.value))
      }
      const edit = merged(writing.edits)
      return ok({
        action: 'batch_write',
        subject: { what: 'page', json: undefined },
        edit: ok(edit),
        whole: true,
        answer: (_, changed) => `{"ok":true,"changed":${changed},"results":[${results.join()}]}`,
      })
    })
  }
}

/** Writes to a draft, and keeps their edits. */
class DraftWrites {
  readonly edits: Edit[] = []
  readonly #draft: GraphStore
  readonly #context: WriteContext
  /** Whether a write compares with the state before the batch, which is read for that alone. */
  readonly #compares: boolean
  /** The pages and blocks that were written to, as they were before the batch; `undefined` for new ones. */
  readonly #before = new Map<string, string | undefined>()

  constructor(draft: GraphStore, context: WriteContext, compares: boolean) {
    this.#draft = draft
    this.#context = context
    this.#compares = compares
  }

  readonly run: RunWrite = async (_caller, { if_unchanged: ifUnchanged }, _how, decide) => {
    const decision = await decide(this.#draft, this.#context)
    if (!decision.ok) return decision
    const { subject, edit, show, answer: answerOf } = decision.value
    const unchanged = await checkUnchanged(this.#draft, ifUnchanged, this.#subjectBefore(subject))
    if (!unchanged.ok) return unchanged
    if (!edit.ok) return edit
    if (edit.value) await this.#write(edit.value)
    const shown =
      show && ('blockId' in show ? await this.#block(show.blockId) : await this.#page(show.pageId))
    const json = answerOf(shown ?? '', edit.value !== undefined)
    return ok({ ...answer(json), replayed: false })
  }

  async #write(edit: Edit): Promise<void> {
    if (this.#compares) await this.#keepAll(edit)
    const { puts } = edit
    const written = await this.#draft.commits.commit({ puts })
    if (!written.ok) throw new Error(`A draft refused a write: ${written.why}`)
    this.edits.push(edit)
  }

  async #keepAll({ touched }: Edit): Promise<void> {
    for (const { kind, id, before, after } of touched) {
      if (kind === 'block') {
        await this.#keep(id, () => this.#block(id))
        for (const one of [before, after]) if (one) await this.#keepPage(one.place.pageId)
      } else await this.#keepPage(id)
    }
  }

  async #keep(id: string, read: () => Promise<string | undefined>): Promise<void> {
    if (!this.#before.has(id)) this.#before.set(id, await read())
  }

  readonly #keepPage = async (id: string): Promise<void> => this.#keep(id, () => this.#page(id))

  async #block(id: string): Promise<string | undefined> {
    const block = await this.#draft.blocks.find(id)
    return block && blockJson(block, block.pageName)
  }

  async #page(id: string): Promise<string | undefined> {
    const page = await this.#draft.pages.find(id)
    return page && pageJson(page)
  }

  #subjectBefore({ what, json }: WriteSubject): WriteSubject {
    const { id } = json === undefined ? {} : (JSON.parse(json) as { readonly id?: string })
    return { what, json: id !== undefined && this.#before.has(id) ? this.#before.get(id) : json }
  }
}

/** The page and the blocks that a write of a batch made, for the writes after it. */
interface CreatedRecords {
  /** The page that `create_page` made or found, by its last name: a later write may rename it, or merge it into another. */
  readonly page?: { readonly id: string; name: string }
  /** In the order of the outline. */
  readonly blocks: readonly string[]
}

function madeBy(op: BatchOperation, written: WriteAnswer<unknown>): CreatedRecords {
  if (op !== 'add_block' && op !== 'add_outline' && op !== 'create_page') return { blocks: [] }
  const { ids, page } = written.value() as {
    readonly ids: { readonly blockId?: string; readonly blockIds?: readonly string[] }
    readonly page?: { readonly id: string; readonly name: string }
  }
  const blocks = ids.blockIds ?? (ids.blockId === undefined ? [] : [ids.blockId])
  return { ...(op === 'create_page' && page && { page }), blocks }
}

/** The arguments that name a page that is there. */
const PAGE_ARGUMENTS: ReadonlySet<string> = new Set(['page', 'name'])

/** The members of a task that `null` removes over the API, where `none` does in a tool. @see assistants 3.1 */
const REMOVED_BY_NULL: ReadonlySet<string> = new Set(['scheduled', 'deadline', 'priority', 'repeater'])

function withNone(
  op: BatchOperation,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (op !== 'set_task') return sent
  const isRemoved = (name: string, value: unknown): boolean => value === null && REMOVED_BY_NULL.has(name)
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, isRemoved(name, value) ? 'none' : value]),
  )
}

/** Replaces `$n` and `$n.m` by what earlier writes made. */
async function withMade(
  { pages }: Pick<GraphStore, 'pages'>,
  op: BatchOperation,
  sent: Readonly<Record<string, unknown>>,
  made: readonly CreatedRecords[],
): Promise<Result<Record<string, unknown>>> {
  const pageOf: FindMade = async ({ page }, text, part) => {
    if (page === undefined || part !== undefined) return refuse(BAD_REQUESTS.madeNoPage(text))
    page.name = (await pages.find(page.id))?.name ?? page.name
    return ok(page.name)
  }
  const args: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sent)) {
    const isPage = PAGE_ARGUMENTS.has(name) && !(op === 'create_page' && name === 'name')
    const of = isPage ? pageOf : BLOCK_ARGUMENTS.includes(name) || name === 'block_ids' ? blockOf : undefined
    const values = name === 'block_ids' && Array.isArray(value) ? (value as unknown[]) : [value]
    const read = await Promise.all(values.map(async (one) => (of ? referred(one, made, of) : ok(one))))
    const fault = read.find((one) => !one.ok)
    if (fault && !fault.ok) return fault
    const found = read.map((one) => (one.ok ? one.value : undefined))
    args[name] = values === value ? found : found[0]
  }
  return ok(args)
}

/** Replaces the beginnings of ids by the ids. */
async function withWholeIds(
  draft: Pick<GraphStore, 'blocks'>,
  args: Readonly<Record<string, unknown>>,
): Promise<Result<Record<string, unknown>>> {
  const whole = { ...args }
  for (const [name, value] of Object.entries(args)) {
    const isList = name === 'block_ids'
    if (value === undefined || !(isList || BLOCK_ARGUMENTS.includes(name))) continue
    const ids = new Set<string>()
    for (const id of isList ? (value as readonly string[]) : [value as string]) {
      const found = await findBlock(draft, id)
      if (!found.ok) return found
      ids.add(found.value.id)
    }
    whole[name] = isList ? [...ids] : [...ids][0]
  }
  return ok(whole)
}

type FindMade = (made: CreatedRecords, text: string, part: number | undefined) => Promise<Result<string>>

async function referred(
  value: unknown,
  made: readonly CreatedRecords[],
  find: FindMade,
): Promise<Result<unknown>> {
  const [text, number, part] = (typeof value === 'string' && MADE_EARLIER.exec(value)) || []
  if (text === undefined) return ok(value)
  const one = made[Number(number) - 1]
  if (!one) return refuse(BAD_REQUESTS.madeLater(text))
  return find(one, text, part === undefined ? undefined : Number(part))
}

/** Without a number it is the one block of `add_block`, or the first of an outline. A page that was made is no block. */
const blockOf: FindMade = async ({ page, blocks }, text, part) => {
  const block = page !== undefined && part === undefined ? undefined : blocks[(part ?? 1) - 1]
  return block === undefined ? refuse(BAD_REQUESTS.madeNoBlock(text, blocks.length)) : ok(block)
}

/** One edit for several. Records that a batch made and deleted again are not in it. */
function merged(edits: readonly Edit[]): Edit | undefined {
  if (edits.length < 2) return edits[0]
  const { page, pageId } = edits[0]!
  const puts = new Map<string, Put>()
  for (const { puts: some } of edits)
    for (const { record, from } of some)
      puts.set(record.id, { record, from: puts.get(record.id)?.from ?? from })
  const touched = new Map<string, ItemChange>()
  for (const { touched: items } of edits)
    for (const item of items) {
      const key = `${item.kind} ${item.id} ${item.kind === 'property' ? item.key : ''}`
      const earlier = touched.get(key)
      touched.set(key, (earlier ? { ...item, before: earlier.before } : item) as ItemChange)
    }
  // A page that the batch made has its later properties in itself, so that a revert finds it as the batch left it.
  const made = new Set<string>()
  for (const [key, item] of touched)
    if (item.kind === 'page' && !wasThere<PageRecord>(item.before)) {
      made.add(item.id)
      touched.set(key, { ...item, after: puts.get(item.id)!.record as PageRecord })
    }
  const items = [...touched.values()].filter(({ kind, id }) => kind !== 'property' || !made.has(id))
  const isGone = (id: string): boolean => {
    const put = puts.get(id)
    return put?.from === 0 && put.record.deleted !== undefined
  }
  const stays = [...puts.values()].filter(({ record }) => !isGone(record.id))
  const summary = named(edits.map((edit) => edit.summary).join('; '), 200)
  return stays.length === 0
    ? undefined
    : { page, pageId, puts: stays, touched: items.filter(({ id }) => !isGone(id)), summary }
}
