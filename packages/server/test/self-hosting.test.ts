/**
 * docs/self-hosting.md, each command of it, with the real program behind the installed command.
 *
 * @module-tag process
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInstalled, type Installed } from './installed.ts'
import { openBrowser, type WebBrowser } from './web-browser.ts'

const ROOT = new URL('../../../', import.meta.url)
const PAGE = readFileSync(new URL('docs/self-hosting.md', ROOT), 'utf8')
const MAIN = new URL('apps/cli/src/main.ts', ROOT).href

const blocksOf = (language: string): string[] =>
  Array.from(PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm')), ([, text]) => text!)
const COMMANDS = blocksOf('sh').flatMap((block) => block.trim().split('\n'))

let it: Installed
let ada: WebBrowser
let token = ''
beforeAll(async () => {
  it = await openInstalled()
  mkdirSync(it.at('srv/notes'), { recursive: true })
  writeFileSync(it.at('srv/notes/Boat.md'), '- TODO paint the boat\n')
  for (const folder of ['etc/caddy', 'mnt/usb']) mkdirSync(it.at(folder), { recursive: true })
})
afterAll(() => it.close())

/** The program from source, in the form of a release. */
function releaseOf(): string {
  const folder = it.at('built')
  for (const name of ['bin', 'dist']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'bin/node'), `#!/bin/sh\nexec ${process.execPath} --conditions=notegraph "$@"\n`)
  chmodSync(join(folder, 'bin/node'), 0o755)
  writeFileSync(join(folder, 'dist/main.js'), `import(${JSON.stringify(MAIN)})\n`)
  return folder
}

/** Programs of the machine, and what each leads to in the test. */
const PROGRAMS: Readonly<Record<string, (args: readonly string[]) => Promise<string> | string>> = {
  // The test has no other user.
  chown: () => '',
  install: (args) => PROGRAMS['cp']!(args.slice(-2)),
  'deploy/install.sh': async () => {
    const { code, stdout, stderr } = await it.install(releaseOf())
    expect([code, stderr]).toEqual([0, ''])
    // The lines of the page that change the settings.
    const settings = blocksOf('ini')[0]!.replace(
      /^NOTEGRAPH_SMTP_URL=.*$/m,
      'NOTEGRAPH_SMTP_URL=smtp://127.0.0.1:1',
    )
    appendFileSync(it.at('etc/notegraph.env'), settings)
    return stdout
  },
  systemctl: (args) => {
    if (args[1] === 'notegraph') it.systemctl(...args)
    else expect(args).toEqual(['restart', 'caddy'])
    return ''
  },
  cp: ([from, to]) => {
    const at = from!.startsWith('/') ? it.at(from!) : fileURLToPath(new URL(from!, ROOT))
    copyFileSync(at, it.at(to!))
    return basename(to!)
  },
  curl: async ([url]) => {
    for (;;) {
      const answer = await send(url!).catch(() => undefined)
      if (answer) return answer.text()
    }
  },
  notegraph: (args) => {
    const given = args.map((arg) => (/^\/(?:srv|var|mnt)\//.test(arg) ? it.at(arg) : arg))
    return execFileSync(it.at('usr/local/bin/notegraph'), given, { encoding: 'utf8', stdio: 'pipe' })
  },
  claude: async (args) => {
    expect(args.slice(0, 5)).toEqual(['mcp', 'add', '--transport', 'http', 'notegraph'])
    const [name, value] = args[7]!.replace('ngp_…', token).split(': ')
    const answer = await send(args[5]!, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [name!]: value! },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: 'boat' } },
      }),
    })
    return answer.text()
  },
}

/** Sends to the public address as the proxy does. */
const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
  const headers = new Headers(init.headers)
  // Commands hold this process up for longer than the server keeps a connection.
  headers.set('Connection', 'close')
  const to = url.replace('https://notes.example', `http://127.0.0.1:${it.port}`)
  return fetch(to, { ...init, headers, redirect: 'manual' })
}

/** Splits a line as a shell does, as far as the page needs it. */
const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare!)

async function run(line: string): Promise<string> {
  const [program, ...args] = wordsOf(line.replace(/^sudo /, ''))
  return PROGRAMS[program!]!(args)
}

const pageOf = async (path: string): Promise<string> => (await ada.get(path)).text()
const pathIn = (text: string): string => /\/api\/sign-in\/link\/\w+/.exec(text)![0]
const browser = (): WebBrowser =>
  openBrowser({ app: { request: async (url: string, init?: RequestInit) => send(url, init) } as never })

/** The outcome of a command, and what people then do in the browser. */
const OUTCOMES: Readonly<Record<string, (said: string) => Promise<void> | void>> = {
  'sudo deploy/install.sh': (said) => expect(said).toContain('runs at'),
  'curl https://notes.example/readyz': (said) => expect(JSON.parse(said)).toEqual({ ok: true }),
  'sudo notegraph sign-in-link --account ada': async (said) => {
    ada = browser()
    expect((await ada.post(pathIn(said))).status).toBe(303)
    expect(await pageOf('/settings/people')).toContain('Add person')
    for (const id of ['ben', 'cleo']) {
      expect((await ada.post('/settings/people', { id })).status).toBe(303)
      await ada.post(`/settings/people/${id}/invite`, { email: '' })
      const invited = browser()
      expect((await invited.post(pathIn(await pageOf(`/settings/people/${id}`)))).status).toBe(303)
      expect(await (await invited.get('/settings/devices')).text()).toContain(`Signed in as ${id}`)
    }
    const phone = browser()
    await ada.post('/settings/devices/phone')
    const [code] = /[A-Z]{4}-[A-Z]{4}/.exec(await pageOf('/settings/devices/phone'))!
    expect((await phone.post(`/api/sign-in/link/${code.replace('-', '')}`)).status).toBe(303)
  },
  'sudo notegraph import /srv/notes --account ada': (said) => expect(said).toContain('1 page'),
  'sudo notegraph token create --account ada --name assistant --scope write': (said) => {
    token = said.trim()
  },
  [COMMANDS.find((line) => line.startsWith('claude'))!]: (said) => expect(said).toContain('paint the boat'),
  'sudo notegraph backups --now': async (said) => {
    expect(said).toContain('3 accounts')
    expect(await pageOf('/settings/people')).toContain('3 accounts and 0 files')
  },
  'sudo cp /var/lib/notegraph-key/secret.key /mnt/usb/notegraph-secret.key': () =>
    expect(existsSync(it.at('mnt/usb/notegraph-secret.key'))).toBe(true),
  'sudo notegraph restore /var/lib/notegraph-backups --keep-access': (said) =>
    expect(said).toContain('Restored 3 accounts'),
}

describe('[operations] docs/self-hosting.md', () => {
  test('its outcomes belong to its commands, and its labels to pages', () => {
    for (const line of Object.keys(OUTCOMES)) expect(COMMANDS).toContain(line)
    for (const label of ['Sign in as ada', 'Add person', 'Invite', 'Sign in my phone'])
      expect(PAGE).toContain(`"${label}"`)
  })

  test.each(COMMANDS)('%s', async (line) => {
    const said = await run(line)
    await OUTCOMES[line]?.(said)
  })

  test('after the restore, all is there, and people are signed in', async () => {
    expect(await run('curl https://notes.example/readyz')).toBe('{"ok":true}')
    expect(await pageOf('/settings/people')).toContain('cleo')
  })
})
