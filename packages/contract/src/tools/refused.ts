/**
 * Calls of tools that are not done, one of either kind, with what is answered: a result that a model reads, and an error
 * of the protocol. The description of the API shows them.
 * @see decisions 10.2
 */
import type { ToolName } from './tool.ts'

export interface RefusedCall {
  readonly title: string
  readonly tool: ToolName
  readonly arguments: { readonly [name: string]: unknown }
  /** Of the message of JSON-RPC: its `result` or its `error`. */
  readonly answer: { readonly [member: string]: unknown }
}

export const REFUSED_CALLS: { readonly [name: string]: RefusedCall } = {
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
