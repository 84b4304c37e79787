/**
 * Agents that are commands.
 *
 * @module-tag process
 */
import { expect, test } from 'vitest'
import { AgentError, commandAgent, type Assignment } from '../src/agent.ts'

const assignment = (milliseconds = 60_000): Assignment => ({
  ask: 'What is due?',
  taskId: 'overdue',
  url: 'http://127.0.0.1:1/api/mcp',
  token: 'ngp_x',
  signal: AbortSignal.timeout(milliseconds),
})

test('the question is on standard input, the answer on standard output', async () => {
  expect(await commandAgent('cat')(assignment())).toBe('What is due?')
})

test('its surroundings say where the tools are', async () => {
  const answer = await commandAgent(
    'echo "$NOTEGRAPH_MCP_URL $NOTEGRAPH_TOKEN $NOTEGRAPH_TASK"; ls; cat mcp.json',
  )(assignment())
  const [line, files, json] = answer.split('\n')
  expect(line).toBe('http://127.0.0.1:1/api/mcp ngp_x overdue')
  expect(files).toBe('mcp.json')
  expect(JSON.parse(json!)).toEqual({
    mcpServers: {
      notegraph: {
        type: 'http',
        url: 'http://127.0.0.1:1/api/mcp',
        headers: { Authorization: 'Bearer ngp_x' },
      },
    },
  })
})

test('one that reads nothing and says nothing has no answer', async () => {
  expect(await commandAgent('true')(assignment())).toBe('')
})

test.each([
  ['echo first >&2; echo last >&2; exit 3', 'the agent ended with 3: last'],
  ['echo "Error: no" >&2; echo bye >&2; exit 1', 'the agent ended with 1: Error: no'],
  ['exit 4', 'the agent ended with 4'],
])('the error names the cause: %s', async (command, message) => {
  await expect(commandAgent(command)(assignment())).rejects.toEqual(new AgentError(message))
})

test('one whose time is up before it begins is ended at once', async () => {
  const late = { ...assignment(), signal: AbortSignal.abort() }
  await expect(commandAgent('sleep 600')(late)).rejects.toEqual(
    new AgentError('the agent ended with a signal'),
  )
})

test('one that takes too long is ended, with all that it started', async () => {
  const began = commandAgent('sleep 600 & sleep 600')(assignment(50))
  await expect(began).rejects.toEqual(new AgentError('the agent ended with a signal'))
})
