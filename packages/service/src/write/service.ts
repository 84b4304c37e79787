/**
 * Writing an account's notes: what each writing endpoint means. Bodies come checked by the contract's schemas; what can
 * still go wrong is a target that is not there, a value that cannot be taken, or something that is kept as it is.
 */
import {
  entriesInOrder,
  type AddBlock,
  type AddBlockAnswer,
  type BlockWritten,
  type CreatePage,
  type CreatePageAnswer,
  type SetProperties,
  type SetPropertiesAnswer,
  type SetProperty,
  type SetPropertyAnswer,
  type SetTask,
  type UpdateBlock,
} from '@notegraph/contract'
import type { Store } from '@notegraph/store'
import type { Caller } from '../access.ts'
import type { Result } from '../refusal.ts'
import { inTurn } from '../turns.ts'
import { decideAddBlock, decideBlock, decideCreatePage, decideProperties } from './decide.ts'
import type { Decide } from './decided.ts'
import { Landing } from './landing.ts'
import { mayWrite } from './may-write.ts'
import { setTask } from './set-task.ts'
import { updateBlock } from './update-block.ts'
import type { How, WriteDeps, Written } from './written.ts'

type Write<T> = Promise<Result<Written<T>>>

/** Each is refused to a token that reads, and in grace. @see mayWrite */
export interface WriteService {
  addBlock(caller: Caller, page: string, body: AddBlock, how?: How): Write<AddBlockAnswer>
  createPage(caller: Caller, body: CreatePage, how?: How): Write<CreatePageAnswer>
  setTask(caller: Caller, blockId: string, body: SetTask, how?: How): Write<BlockWritten>
  updateBlock(caller: Caller, blockId: string, body: UpdateBlock, how?: How): Write<BlockWritten>
  setProperty(
    caller: Caller,
    page: string,
    key: string,
    body: SetProperty,
    how?: How,
  ): Write<SetPropertyAnswer>
  setProperties(caller: Caller, page: string, body: SetProperties, how?: How): Write<SetPropertiesAnswer>
}

export function writeService(store: Store, deps: WriteDeps): WriteService {
  const write = async <T>(caller: Caller, how: How | undefined, decide: Decide): Write<T> => {
    const may = mayWrite(caller)
    if (!may.ok) return may
    const { id } = caller.account
    return inTurn(store, id, () => new Landing<T>(store.graph(id), caller, deps, how ?? {}).run(decide))
  }

  return {
    addBlock: (caller, page, body, how) => write(caller, how, decideAddBlock(page, body, caller.zone)),
    createPage: (caller, body, how) => write(caller, how, decideCreatePage(body)),
    setTask: (caller, id, body, how) =>
      write(
        caller,
        how,
        decideBlock(id, 'set_task', (block, pen) => setTask(block, body, pen)),
      ),
    updateBlock: (caller, id, body, how) =>
      write(
        caller,
        how,
        decideBlock(id, 'update_block', (block, pen) => updateBlock(block, body, pen)),
      ),
    setProperty: (caller, page, key, { value }, how) =>
      write(caller, how, decideProperties(page, 'set_property', [[key, value]])),
    setProperties: (caller, page, { properties }, how) =>
      write(caller, how, decideProperties(page, 'set_properties', entriesInOrder(properties))),
  }
}
