/**
 * Examples of failed tool calls for the OpenAPI document: one result with `isError`, which the model reads, and one
 * error of the protocol.
 * @see decisions 10.2
 */
import type { ToolName } from './tool.ts'

/** A failed call of a tool with its answer. */
export interface ToolErrorExample {
  readonly title: string
  readonly tool: ToolName
  readonly arguments: { readonly [name: string]: unknown }
  /** The `result` or the `error` of the JSON-RPC message. */
  readonly answer: { readonly [member: string]: unknown }
}

/** The example calls, by name. */
export const TOOL_ERROR_EXAMPLES: { readonly [name: string]: ToolErrorExample } = {
  refused: {
    title: 'A tool refuses a call',
    tool: 'read_page',
    arguments: { name: 'Charles Babbage' },
    answer: {
      result: {
        content: [
          { type: 'text', text: 'No page is called "Charles Babbage". List pages or search for the name.' },
        ],
        isError: true,
      },
    },
  },
  wrong: {
    title: 'A call has a wrong argument',
    tool: 'list_tasks',
    arguments: { status: 'opne' },
    answer: {
      error: {
        code: -32_602,
        message: 'status takes open, done or all, not "opne". Fix the request.',
        data: { code: 'bad_request', hint: 'Fix the request.' },
      },
    },
  },
}
