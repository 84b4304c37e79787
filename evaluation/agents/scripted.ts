/** The scripted agent as a command. It reads a task on standard input and prints its answer. */
import { text } from 'node:stream/consumers'
import { scripted } from '../src/scripted/agent.ts'

const { NOTEGRAPH_MCP_URL: url, NOTEGRAPH_TOKEN: token, NOTEGRAPH_TASK: taskId } = process.env
if (url === undefined || token === undefined || taskId === undefined)
  throw new Error('The evaluation starts this; see its README.')
console.log(await scripted({ ask: await text(process.stdin), taskId, url, token }))
