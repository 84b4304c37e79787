/**
 * One tool for assistants. The MCP server lists the tool and checks its arguments from this record, and the OpenAPI
 * document shows its example.
 */
import type { ObjectSchema } from '../requests/check.ts'
import type { Right } from '../rights.ts'

/** The tools that write to one thing, without a right of their own. */
const WRITES = [
  'add_block',
  'add_outline',
  'create_page',
  'set_task',
  'update_block',
  'set_property',
  'set_properties',
  'set_block_properties',
] as const

/** The tools that put notes in order. */
const ORGANIZES = ['move_blocks', 'delete_blocks', 'rename_page', 'delete_page'] as const

/** The writes that a batch can have, by the names of their tools. @see assistants 11.1 */
export const BATCH_OPERATIONS = [...WRITES, ...ORGANIZES] as const
/** One of `BATCH_OPERATIONS`. */
export type BatchOperation = (typeof BATCH_OPERATIONS)[number]

/** The names of the tools, in their listed order. The first works without arguments. @see decisions 10.3 */
export const TOOL_NAMES = [
  'list_pages',
  'search',
  'read_page',
  'read_day',
  'read_block',
  'read_links',
  'list_tasks',
  'list_changes',
  ...WRITES,
  'batch_write',
  'revert_change',
  ...ORGANIZES,
] as const
/** The name of a tool. */
export type ToolName = (typeof TOOL_NAMES)[number]

/** A tool for assistants: its name, description, arguments and example. */
export interface Tool {
  readonly name: ToolName
  /** The title, for people. */
  readonly title: string
  /** For the model: the use of the tool, its answer, and its limits. Under 2 KB. */
  readonly description: string
  /** The schema of the arguments: flat and closed. */
  readonly arguments: ObjectSchema
  /** The effect of a writing tool; absent for a reading tool. */
  readonly writes?: {
    /** Whether the tool replaces existing content. */
    readonly replaces: boolean
    /** Whether a second call with the same arguments changes nothing more. */
    readonly again: 'changes nothing' | 'changes more'
    /** Whether calls do not count as writes of the minute. */
    readonly uncounted?: true
  }
  /** The right that its callers need. Without it, the tool is not listed. @see assistants, Rights */
  readonly needs?: Right
  readonly example: {
    readonly arguments: { readonly [name: string]: unknown }
    /** The answer in Markdown. */
    readonly answer: string
  }
}
