/**
 * Programs of others connect by the address of MCP alone, and a person signs in for them in a real browser.
 *
 * @module-tag browser
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserTest } from '@notegraph/browser-tests'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { fileOf, start, type Program } from '../program.ts'
import { useServed } from '../served.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed({ NOTEGRAPH_OAUTH: 'on' })
const address = () => `${it.served.baseUrl}/api/mcp`

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-programs-'))
})
afterAll(() => rmSync(home, { recursive: true }))

/** Starts a program that keeps its files in the folder of the tests, and opens no browser of this machine. */
function open(
  [name, path]: readonly [name: string, path: string],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const program = start(fileOf(name, path), args, { HOME: home, BROWSER: 'true', ...env })
  onTestFinished(async () => program.stop())
  return program
}

describe('[A9.1] mcp-remote', () => {
  browserTest('signs in, writes, and signs in no more', async ({ page }) => {
    const bridge = ['mcp-remote', 'dist/proxy.js'] as const
    const first = open(bridge, [address()])
    const [, opened = ''] = await first.says(/visiting:\n(http\S+)/)
    await signIn(page, it)
    await page.goto(opened)
    await expect.poll(async () => page.locator('main').innerText()).toContain('a program on this computer')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Authorization successful').waitFor()
    expect(await called(first, 'from a bridge')).toContain('- from a bridge')
    await first.stop()

    const second = open(bridge, [address()])
    expect(await called(second, 'from it again')).toContain('- from it again')
  })
})

/** Initializes the server behind a bridge, and adds a block. @returns the line with the answer */
async function called(bridge: Program, text: string): Promise<string> {
  const send = (message: object): void =>
    void bridge.input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  await bridge.says(/Proxy established/)
  const clientInfo = { name: 'Test', version: '1' }
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  })
  await bridge.says(/^\{.*"id":1.*\}$/m)
  send({ method: 'notifications/initialized' })
  send({
    id: 2,
    method: 'tools/call',
    params: { name: 'add_block', arguments: { page: 'today', text } },
  })
  return (await bridge.says(/^\{.*"id":2.*\}$/m))[0]
}

const INSPECTOR = ['@modelcontextprotocol/inspector', 'clients/launcher/build/index.js'] as const

describe.each(['legacy', 'modern'])('[A9.1] the Inspector, %s', (era) => {
  browserTest('signs in from the command line, and writes', async ({ page }) => {
    const args = [
      '--cli',
      address(),
      '--transport=http',
      `--protocol-era=${era}`,
      '--relogin',
      '--callback-url=http://127.0.0.1:0/oauth/callback',
      '--connect-timeout=0',
      '--method=tools/call',
      '--tool-name=add_block',
      '--tool-arg',
      'page=today',
      `text=${era}`,
    ]
    // It asks for a sign-in only if it may open a browser.
    const inspector = open(INSPECTOR, args, { MCP_AUTO_OPEN_ENABLED: 'true' })
    const [opened] = await inspector.says(/http\S+\/oauth\/authorize\S+/)
    await signIn(page, it)
    await page.goto(opened)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('OAuth complete').waitFor()
    const { code, text } = await inspector.ended
    expect([code, text]).toEqual([0, expect.stringContaining(`- ${era} ^`)])
  })

  browserTest('signs in from its page, and lists the tools', async ({ page }) => {
    const args = ['--web', '--server-url', address(), '--transport', 'http', '--protocol-era', era]
    const inspector = open(INSPECTOR, args, {
      MCP_AUTO_OPEN_ENABLED: 'false',
      CLIENT_PORT: String(await freePort()),
      MCP_SANDBOX_PORT: '0',
      MCP_APP_ORIGIN_PORT: '0',
    })
    const [, own = ''] = await inspector.says(/running at:\s*(http\S+)/)
    await signIn(page, it)
    await page.goto(own)
    await page.getByRole('switch').locator('..').click()
    await page.getByText('MCP Inspector asks for access').waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByText('Tools', { exact: true }).click()
    await page.getByText('add_outline').first().waitFor()
  })
})
