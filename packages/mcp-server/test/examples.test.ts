/** The examples of the OpenAPI document are the real answers of the tools. */
import { TOOL_ERROR_EXAMPLES, TOOLS, type ToolErrorExample, type Tool } from '@notegraph/contract'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { world } from './world.ts'

const ADA = '5f0c6a1e-3b0d-4a55-9c8e-0d6f2b7a1c34'
const ENGINE = 'c0a2f6de-71b4-4f0e-8a57-2c9d3e5b6f18'
const TASK = '9b7e1d40-5c2a-4d86-b3f9-6a8c0e4d2b71'
const ENTRY = '41d3b8f2-0e6c-4c79-9d15-7f2a8b3c5e60'
const CHANGE = '7d3c9f10-42ab-4e6b-8f0d-5b1e9a7c2d84'
const MADE = 1795168800000

const adaPage = (without: readonly string[] = []): GraphRecord =>
  makePage({
    id: ADA,
    name: 'Ada Lovelace',
    props: [
      ['type', 'person'],
      ['alias', 'Countess of Lovelace'],
      ['birthday', '1815-12-10'],
      ['knows', '[[Charles Babbage]]'],
      ['tags', 'mathematics'],
    ].filter(([key]) => !without.includes(key!)) as [string, string][],
    now: MADE,
  })
const blocks: GraphRecord[] = [
  makeBlock({
    id: ENGINE,
    content: 'Wrote the first program for the [[Analytical Engine]].',
    rev: 'r1',
    pageId: ADA,
    parentId: null,
    order: 1,
    now: MADE,
  }),
  makeBlock({
    id: TASK,
    content: 'TODO Read Note G #reading\nSCHEDULED: <2026-11-21 Sat>',
    rev: 'r2',
    pageId: ADA,
    parentId: ENGINE,
    order: 1,
    now: MADE,
  }),
]
const ada = [adaPage(), ...blocks]
const day: GraphRecord[] = [
  makePage({ id: 'journal-20261120', name: '2026-11-20', now: MADE }),
  makeBlock({
    id: ENTRY,
    content: 'Tea with [[Ada Lovelace]].',
    rev: 'r3',
    pageId: 'journal-20261120',
    parentId: null,
    order: 1,
    now: MADE,
  }),
]

const TASK_DONE = TOOLS.find(({ name }) => name === 'set_task')!.example.arguments

/** The records before the call, if they differ from the default; the new ids in order, and a call before it. */
const BEFORE: {
  readonly [tool: string]: {
    records?: GraphRecord[]
    ids?: string[]
    call?: readonly [name: string, args: object]
  }
} = {
  add_block: { records: ada, ids: [ENTRY, 'rev', CHANGE] },
  add_outline: { records: ada, ids: [ENTRY, 'rev', CHANGE] },
  create_page: { records: day, ids: [ADA, ENGINE, 'rev', CHANGE] },
  batch_write: { records: [], ids: [ADA, ENTRY, 'rev', CHANGE] },
  set_task: { ids: ['rev', CHANGE] },
  update_block: { ids: ['rev', CHANGE] },
  set_block_properties: { ids: ['rev', CHANGE] },
  move_blocks: { records: ada, ids: [CHANGE] },
  rename_page: { ids: ['rev', CHANGE] },
  list_changes: { ids: ['rev', CHANGE], call: ['set_task', TASK_DONE] },
  revert_change: { ids: ['rev', CHANGE], call: ['set_task', TASK_DONE] },
  set_property: { records: [adaPage(['birthday']), ...blocks] },
  set_properties: { records: [adaPage(['type', 'birthday']), ...blocks] },
}

test.each(TOOLS.map((tool): [string, Tool] => [tool.name, tool]))(
  '%s answers its example',
  async (name, tool) => {
    const { records = [...ada, ...day], ids = [CHANGE], call } = BEFORE[name] ?? {}
    const queue = [...ids]
    const it = await world({
      records,
      zone: 'Europe/London',
      newId: () => queue.shift() ?? crypto.randomUUID(),
    })
    it.clock.now = MADE
    if (call) await it.call(...call)
    const { text } = await it.call(name, tool.example.arguments)
    expect(text).toBe(tool.example.answer)
  },
)

/** An answer of the OpenAPI document in the form of `call`. */
function outcomeOf({ result, error }: ToolErrorExample['answer']): unknown {
  if (error !== undefined) return { error }
  const { content, isError } = result as { content: readonly { text: string }[]; isError: true }
  return { text: content[0]!.text, isError }
}

test.each(Object.entries(TOOL_ERROR_EXAMPLES))(
  '[D10.2] a call that is %s is answered as its example',
  async (_, call) => {
    const it = await world({ records: [...ada, ...day] })
    expect(await it.call(call.tool, call.arguments)).toEqual(outcomeOf(call.answer))
  },
)
