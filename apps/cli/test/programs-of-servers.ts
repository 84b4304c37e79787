/** Other programs on the data of servers: MCP on standard input and output, and commands. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { SearchAnswer } from '@notegraph/contract'
import { expect, test } from 'vitest'
import { CHILD_ENV, MAIN } from './run.ts'
import type { Server, Servers } from './servers.ts'

/** Defines the test. */
export function testPrograms(servers: Servers): void {
  test('share their notes with MCP on standard input and with commands', async () => {
    const [first] = servers.all as [Server]
    const body = { name: 'Programs', blocks: ['by a server'] }
    expect((await first.send('POST', '/notes/pages', { body })).status).toBe(200)
    const client = new Client({ name: 'test', version: '1' })
    const args = ['--conditions=notegraph', MAIN, 'mcp', '--account', 'me']
    const env = { ...CHILD_ENV, ...servers.env() }
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }))
    const call = async (name: string, args: Record<string, string>): Promise<string> =>
      JSON.stringify((await client.callTool({ name, arguments: args })).content)

    expect(await call('read_page', { name: 'Programs' })).toContain('by a server')
    await call('add_block', { page: 'Programs', text: 'by MCP' })
    const { stdout } = await servers.command('search', '"by MCP"', '--account', 'me', '--json')
    expect((JSON.parse(stdout) as SearchAnswer).blocks).toMatchObject([{ content: 'by MCP' }])
    const added = await servers.command('add', 'by a command', '--page', 'Programs', '--account', 'me')
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect(await call('read_page', { name: 'Programs' })).toContain('by a command')
    await client.close()
    for (const server of servers.all) {
      const { blocks } = (await server.send('GET', '/notes/pages/Programs')).body
      expect((blocks as { content: string }[]).map(({ content }) => content)).toEqual([
        'by a server',
        'by MCP',
        'by a command',
      ])
    }
  })
}
