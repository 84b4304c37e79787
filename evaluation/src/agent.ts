/** Agents. An agent gets a task and returns an answer; in between, it uses the tools. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './template.ts'

export interface Assignment {
  /** The request in a person's words. */
  readonly ask: string
  readonly taskId: string
  /** The address of the tools. */
  readonly url: string
  readonly token: string
  /** Aborted when the time limit is reached. */
  readonly signal: AbortSignal
}

/** Rejects if there is no answer. */
export type Agent = (assignment: Assignment) => Promise<string>

/** An agent ended without an answer. The message is one line. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
}

/** The most characters of an answer and of error output that are read. */
const LONGEST_ANSWER = 1_000_000
const LONGEST_FAULT = 4_000

/**
 * An agent that is a command. The shell runs it in an empty folder, which is deleted afterwards. Standard input is the
 * task, and standard output is the answer.
 */
export const commandAgent =
  (command: string): Agent =>
  async ({ ask, taskId, url, token, signal }) => {
    const folder = await temporaryFolder()
    try {
      await writeFile(join(folder, 'mcp.json'), mcpJson(url, token))
      const child = spawn(command, {
        shell: true,
        cwd: folder,
        // A process group of its own, so that processes which the agent started end with it.
        detached: true,
        stdio: 'pipe',
        env: {
          ...process.env,
          NOTEGRAPH_MCP_URL: url,
          NOTEGRAPH_TOKEN: token,
          NOTEGRAPH_TASK: taskId,
        },
      })
      const stop = () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      }
      signal.addEventListener('abort', stop)
      if (signal.aborted) stop()
      let answer = ''
      let fault = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        answer = (answer + text).slice(0, LONGEST_ANSWER)
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        fault = (fault + text).slice(-LONGEST_FAULT)
      })
      // An agent may end before it has read the task.
      child.stdin.on('error', () => {})
      child.stdin.end(`${ask}\n`)
      const [code] = (await once(child, 'close')) as [number | null]
      signal.removeEventListener('abort', stop)
      if (code !== 0) {
        const lines = fault.split('\n').filter((line) => line.trim() !== '')
        const lastError = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1)
        throw new AgentError(
          `the agent ended with ${code ?? 'a signal'}${lastError ? `: ${lastError.trim()}` : ''}`,
        )
      }
      return answer.trim()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

/** The file in which many agents look for MCP servers. */
const mcpJson = (url: string, token: string): string =>
  JSON.stringify({
    mcpServers: { notegraph: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } },
  })
