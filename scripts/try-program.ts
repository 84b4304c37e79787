/**
 * Runs `npx notegraph` as on a new user's machine: an empty project, an empty home folder, and the archives alone. Calls the
 * server with what it prints. Run by itself, it packs first: `node scripts/try-program.ts`.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll, type Packed } from './pack.ts'

/** @throws if a step fails, with its output */
export async function tryProgram(packed: readonly Packed[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-program-'))
  try {
    const project = join(folder, 'project')
    const home = join(folder, 'home')
    for (const path of [project, home]) mkdirSync(path)
    install(project, packed)
    await tryIn(project, home)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The registry has no unpublished package, so each one comes from its archive. */
function install(project: string, packed: readonly Packed[]): void {
  const archives = Object.fromEntries(packed.map(({ module, path }) => [module, `file:${path}`]))
  const { notegraph, ...overrides } = archives
  const manifest = { private: true, dependencies: { notegraph }, overrides }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  succeed(spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], IN(project)))
}

async function tryIn(project: string, home: string): Promise<void> {
  const env = environment(home)
  const npx = (...args: string[]): string =>
    succeed(spawnSync('npx', ['notegraph', ...args], { ...IN(project), env }))
  expect(npx('help'), /^Usage: notegraph/)

  const first = await start(project, env)
  try {
    const headers = { Authorization: `Bearer ${first.token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ text: 'TODO try the program' })
    const notes = `${first.url}/api/v1/notes`
    await answer(`${notes}/pages/today/blocks`, { method: 'POST', headers, body })
    expect(await answer(`${notes}/days/today`, { headers }), /try the program/)
    await answer(first.link, { redirect: 'manual' })
  } finally {
    await first.stop()
  }
  if (!existsSync(join(home, '.local/share/notegraph/accounts.sqlite')))
    throw new Error('The home folder has no data.')
  expect(npx('search', 'program', '--account', 'me'), /try the program/)
}

interface Started {
  readonly url: string
  readonly token: string
  readonly link: string
  stop(): Promise<void>
}

/** Without a command, the program runs the server. */
async function start(project: string, env: NodeJS.ProcessEnv): Promise<Started> {
  // A group of its own, because Ctrl-C in a terminal reaches npx and the server together.
  const child = spawn('npx', ['notegraph'], {
    cwd: project,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = await outputUntil(child, [/http\S+(?=\/api\/v1\/notes)/, /http\S+ngl_\S+/, /ngp_\w+/])
  const [url, link, token] = said as [string, string, string]
  return {
    url,
    link,
    token,
    async stop() {
      const ended = once(child, 'exit')
      process.kill(-child.pid!, 'SIGINT')
      await ended
    },
  }
}

/** @returns the first match of each pattern, once all match @throws if the process ends before */
function outputUntil(child: ChildProcess, patterns: readonly RegExp[]): Promise<string[]> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (part: string): void => {
      output += part
      const found = patterns.map((pattern) => pattern.exec(output)?.[0])
      if (found.every((match) => match !== undefined)) resolve(found)
    }
    child.stdout!.setEncoding('utf8').on('data', read)
    child.stderr!.setEncoding('utf8').on('data', read)
    child.on('exit', () => reject(new Error(`npx notegraph ended at once.\n${output}`)))
  })
}

/** The environment of a user without settings of Notegraph or npm. The port is free, since 8787 may be taken. */
function environment(home: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|notegraph_|xdg_)/i.test(name))
  return {
    ...Object.fromEntries(own),
    HOME: home,
    NO_COLOR: '1',
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
  }
}

const IN = (cwd: string) => ({ cwd, encoding: 'utf8' }) as const

function succeed({ status, stdout, stderr, error }: ReturnType<typeof spawnSync>): string {
  if (error ?? status !== 0) throw new Error(`${String(stdout)}${String(stderr)}${error?.message ?? ''}`)
  return String(stdout)
}

async function answer(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init)
  const text = await response.text()
  // The sign-in link redirects.
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}.\n${text}`)
  return text
}

function expect(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`${String(pattern)} is missing in:\n${text}`)
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-packed-'))
  try {
    await tryProgram(packAll(folder))
    console.log('npx notegraph in an empty project: well')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
