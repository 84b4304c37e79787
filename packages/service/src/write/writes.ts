/**
 * The writes of one thing each, as decisions that a function runs. The contract's schemas have checked the bodies. The
 * remaining refusals are a missing target, an invalid value, and content that may not change.
 */
import {
  entriesInOrder,
  type AddBlock,
  type AddBlockAnswer,
  type AddOutline,
  type AddOutlineAnswer,
  type BlockWritten,
  type ReplaceText,
  type UpdateBlockAnswer,
  type CreatePage,
  type CreatePageAnswer,
  type DeleteBlock,
  type DeleteBlockAnswer,
  type DeletePage,
  type DeletePageAnswer,
  type RenamePage,
  type RenamePageAnswer,
  type MoveBlock,
  type MoveBlockAnswer,
  type SetBlockProperties,
  type SetBlockPropertiesAnswer,
  type SetProperties,
  type SetPropertiesAnswer,
  type SetProperty,
  type SetPropertyAnswer,
  type SetTask,
  type SetTaskAnswer,
  type UpdateBlock,
} from '@notegraph/contract'
import { mayOrganize, mayWrite, type Caller } from '../access.ts'
import { ok, type Result } from '../refusal.ts'
import {
  decideAddBlock,
  decideAddOutline,
  decideBlock,
  decideBlockProperties,
  decideCreatePage,
  decideProperties,
} from './decide.ts'
import { decideDeleteBlocks, decideMoveBlocks } from './decide-order.ts'
import { decideDeletePage, decideRenamePage } from './decide-page-order.ts'
import type { DecideWrite } from './decision.ts'
import { decideKeepVersions, decideUseVersion } from './keep-versions.ts'
import { repeatsOf, setTask } from './set-task.ts'
import { matchedInstead } from './replace-words.ts'
import { setText, updateBlock, type SetText } from './update-block.ts'
import type { WriteOptions, WriteAnswer } from './write-answer.ts'

/** The answer of a write. */
export type Write<T> = Promise<Result<WriteAnswer<T>>>

/** Each write refuses a read-only token, and every caller in grace. @see mayWrite */
export interface SingleWrites {
  readonly addBlock: (
    caller: Caller,
    page: string,
    body: AddBlock,
    how?: WriteOptions,
  ) => Write<AddBlockAnswer>
  readonly addOutline: (
    caller: Caller,
    page: string,
    body: AddOutline,
    how?: WriteOptions,
  ) => Write<AddOutlineAnswer>
  readonly createPage: (caller: Caller, body: CreatePage, how?: WriteOptions) => Write<CreatePageAnswer>
  readonly setTask: (
    caller: Caller,
    blockId: string,
    body: SetTask,
    how?: WriteOptions,
  ) => Write<SetTaskAnswer>
  readonly updateBlock: (
    caller: Caller,
    blockId: string,
    body: UpdateBlock,
    how?: WriteOptions,
  ) => Write<UpdateBlockAnswer>
  /** For people, who see the whole text while they edit it. @see setText */
  readonly setText: (
    caller: Caller,
    blockId: string,
    body: SetText,
    how?: WriteOptions,
  ) => Write<BlockWritten>
  readonly setProperty: (
    caller: Caller,
    page: string,
    key: string,
    body: SetProperty,
    how?: WriteOptions,
  ) => Write<SetPropertyAnswer>
  readonly setProperties: (
    caller: Caller,
    page: string,
    body: SetProperties,
    how?: WriteOptions,
  ) => Write<SetPropertiesAnswer>
  readonly setBlockProperties: (
    caller: Caller,
    blockId: string,
    body: SetBlockProperties,
    how?: WriteOptions,
  ) => Write<SetBlockPropertiesAnswer>
  /** Moves blocks with what is nested under them. Needs the right `organize`, as does each method below it. */
  readonly moveBlocks: (
    caller: Caller,
    blockIds: readonly string[],
    body: MoveBlock,
    how?: WriteOptions,
  ) => Write<MoveBlockAnswer>
  /** Deletes blocks with what is nested under them. */
  readonly deleteBlocks: (
    caller: Caller,
    blockIds: readonly string[],
    body: DeleteBlock,
    how?: WriteOptions,
  ) => Write<DeleteBlockAnswer>
  /** Gives a page another name, and rewrites the references to it; or merges it into the page with that name. */
  readonly renamePage: (
    caller: Caller,
    page: string,
    body: RenamePage,
    how?: WriteOptions,
  ) => Write<RenamePageAnswer>
  /** Deletes a page with its blocks. A day's page is emptied. */
  readonly deletePage: (
    caller: Caller,
    page: string,
    body: DeletePage,
    how?: WriteOptions,
  ) => Write<DeletePageAnswer>
  /** Turns the conflicting versions of a block into blocks after it. */
  readonly keepVersions: (caller: Caller, blockId: string, how?: WriteOptions) => Write<BlockWritten>
  /** Uses one of the conflicting versions of a block, and drops the others. */
  readonly useVersion: (
    caller: Caller,
    blockId: string,
    rev: string,
    how?: WriteOptions,
  ) => Write<BlockWritten>
}

/** Runs a decision: commits it, or writes it to a draft. */
export type RunWrite = <T>(
  caller: Caller,
  body: { readonly if_unchanged?: string },
  how: WriteOptions | undefined,
  decide: DecideWrite,
) => Write<T>

/** The writes, each run by a function. */
export function writesBy(run: RunWrite): SingleWrites {
  const write: RunWrite = async (caller, ...rest) => {
    const may = mayWrite(caller)
    return may.ok ? run(caller, ...rest) : may
  }
  /** The right is checked after the target and the values. @see decisions 6.1 */
  const organize: RunWrite = async (caller, body, how, decide) =>
    write(caller, body, how, async (graph, context) => {
      const decided = await decide(graph, context)
      const right = mayOrganize(caller)
      if (!decided.ok || !decided.value.edit.ok || right.ok) return decided
      return ok({ ...decided.value, edit: right })
    })

  return {
    addBlock: (caller, page, body, how) => write(caller, body, how, decideAddBlock(page, body)),
    addOutline: (caller, page, body, how) => write(caller, body, how, decideAddOutline(page, body)),
    createPage: (caller, body, how) => write(caller, body, how, decideCreatePage(body)),
    setTask: (caller, id, body, how) =>
      write(
        caller,
        body,
        how,
        decideBlock(
          id,
          'set_task',
          (block, context) => setTask(block, body, context),
          ({ record }, context) => repeatsOf(record.words.text, body, context),
        ),
      ),
    updateBlock: (caller, id, body, how) =>
      write(
        caller,
        body,
        how,
        decideBlock(
          id,
          'update_block',
          (block, context) => updateBlock(block, body, context),
          ({ record }) => (hasFind(body) ? matchedInstead(record.words.text, body) : {}),
        ),
      ),
    setText: (caller, id, body, how) =>
      write(
        caller,
        body,
        how,
        decideBlock(id, 'update_block', (block, context) => setText(block, body, context)),
      ),
    setProperty: (caller, page, key, body, how) =>
      write(caller, body, how, decideProperties(page, 'set_property', [[key, body.value]])),
    setProperties: (caller, page, body, how) =>
      write(caller, body, how, decideProperties(page, 'set_properties', entriesInOrder(body.properties))),
    setBlockProperties: (caller, id, body, how) =>
      write(caller, body, how, decideBlockProperties(id, entriesInOrder(body.properties))),
    moveBlocks: (caller, ids, body, how) => organize(caller, body, how, decideMoveBlocks(ids, body)),
    deleteBlocks: (caller, ids, body, how) => organize(caller, body, how, decideDeleteBlocks(ids)),
    renamePage: (caller, page, body, how) => organize(caller, body, how, decideRenamePage(page, body)),
    deletePage: (caller, page, body, how) => organize(caller, body, how, decideDeletePage(page)),
    keepVersions: (caller, id, how) => write(caller, {}, how, decideKeepVersions(id)),
    useVersion: (caller, id, rev, how) => write(caller, {}, how, decideUseVersion(id, rev)),
  }
}

const hasFind = (body: UpdateBlock): body is UpdateBlock & ReplaceText =>
  typeof body.find === 'string' && body.find !== '' && body.replace !== undefined
