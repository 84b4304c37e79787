/**
 * What is said about a tool for assistants, once: the MCP server lists it from this and checks its arguments by it, and
 * the description of the API shows its example.
 */
import type { ObjectSchema } from '../requests/check.ts'

/** In the order in which they are listed. The first succeeds without arguments. @see decisions 10.3 */
export const TOOL_NAMES = [
  'list_pages',
  'search',
  'read_page',
  'read_day',
  'read_block',
  'list_tasks',
  'add_block',
  'create_page',
  'set_task',
  'update_block',
  'set_property',
  'set_properties',
] as const
export type ToolName = (typeof TOOL_NAMES)[number]

export interface Tool {
  readonly name: ToolName
  /** For people. */
  readonly title: string
  /** For the model: when to use it, what it answers, the limits that matter. Under 2 KB. */
  readonly description: string
  /** Flat, with no member but those listed. */
  readonly arguments: ObjectSchema
  /** What a writing tool does to what is there; a reading one has none. */
  readonly writes?: {
    /** Whether it puts something in the place of what was there. */
    readonly replaces: boolean
    /** Whether a second call with the same arguments changes nothing more. */
    readonly again: 'changes nothing' | 'changes more'
  }
  readonly example: {
    readonly arguments: { readonly [name: string]: unknown }
    /** Markdown. */
    readonly answer: string
  }
}
