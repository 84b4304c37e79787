/**
 * The install script of `deploy/`, below another root: with releases of a few lines, and a small systemctl that runs them.
 *
 * @module-tag process
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ended, openInstalled, SCRIPT, type Ended, type Installed } from './installed.ts'

/** A release that refuses data of a newer layout, as Notegraph does, and keeps one text as its data. */
const main = (version: string, layout: number, comesUp: boolean): string => `
const { cpSync, existsSync, readFileSync, writeFileSync } = require('node:fs')
const { createServer } = require('node:http')
const [word, folder] = process.argv.slice(2)
const { NOTEGRAPH_DATA: data, NOTEGRAPH_PORT: port } = process.env
const file = data + '/accounts.sqlite'
const refuses = existsSync(file) && Number(readFileSync(file, 'utf8')) > ${layout}
if (word === '--version') console.log('${version}')
if (word === 'env') console.log(JSON.stringify(process.env))
if (word === 'account' && folder === 'list') console.log('me  active')
if (word === 'account' && folder === 'show' && refuses) process.exit(1)
if (word === 'backup') cpSync(data, folder, { recursive: true })
if (word === 'restore') cpSync(folder, data, { recursive: true })
if (word === 'serve') {
  if (refuses) process.exit(1)
  writeFileSync(file, '${layout}')
  if (!${comesUp}) process.exit(1)
  createServer((_, answer) => answer.end('${version}')).listen(Number(port), '127.0.0.1')
}
`

/** Another root with an installed server, releases, and signals at each step. */
interface Machine extends Installed {
  /** @returns the folder of a release */
  readonly release: (version: string, layout?: number, comesUp?: boolean) => string
  readonly releases: () => readonly string[]
  /** The version that runs. */
  readonly running: () => Promise<string>
  /** Installs a release, with a signal right before the change of this number, or the first one by this program. */
  readonly killed: (folder: string, step: string, signal: string, seconds?: number) => Promise<Ended>
}

/** The programs that change what runs. */
const CHANGING = ['ln', 'mv', 'systemctl']

function machine(installed: Installed): Machine {
  const { at, env, port } = installed
  return {
    ...installed,
    release(version, layout = 1, comesUp = true) {
      const folder = at(`built-${version}`)
      for (const name of ['bin', 'dist']) mkdirSync(join(folder, name), { recursive: true })
      symlinkSync(process.execPath, join(folder, 'bin/node'))
      writeFileSync(join(folder, 'dist/main.js'), main(version, layout, comesUp))
      return folder
    },
    releases: () => readdirSync(at('opt/notegraph/releases')),
    async running() {
      // A connection is not kept, as the next server would not know it.
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } })
      return answer.text()
    },
    async killed(folder, step, signal, seconds = 60) {
      mkdirSync(at('shims'), { recursive: true })
      writeFileSync(at('count'), '0\n')
      for (const name of CHANGING) {
        const real = name === 'systemctl' ? at(name) : `$(PATH=${process.env['PATH']!} command -v ${name})`
        const lines = [
          '#!/bin/sh',
          'read -r count <"$DESTDIR/count"',
          'echo $((count + 1)) >"$DESTDIR/count"',
          `case ${step} in "$count" | ${name}) kill -${signal} 0 ;; esac`,
          `exec ${real} "$@"`,
        ]
        writeFileSync(at(`shims/${name}`), `${lines.join('\n')}\n`)
        chmodSync(at(`shims/${name}`), 0o755)
      }
      const { PATH, DESTDIR } = env() as { PATH: string; DESTDIR: string }
      return ended('setsid', ['--wait', SCRIPT, '--release', folder, '--wait', String(seconds)], {
        DESTDIR,
        PATH: `${at('shims')}:${PATH}`,
        SYSTEMCTL: at('shims/systemctl'),
      })
    },
  }
}

const it = test.extend<{ on: Machine }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures are needed
  on: async ({}, use) => {
    const installed = await openInstalled()
    await use(machine(installed))
    installed.close()
  },
})

// At once, as most of their time is spent waiting for a server that does not come up.
describe.concurrent('[operations] the install script', () => {
  it('installs a release, its folders, its unit and the command, and starts it', async ({ on }) => {
    const { code, stdout, stderr } = await on.install(on.release('1.0.0+one'))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Notegraph 1.0.0+one runs at http://127.0.0.1:${on.port}.`)
    expect(await on.running()).toBe('1.0.0+one')
    for (const folder of ['notegraph', 'notegraph-key', 'notegraph-backups'])
      expect(statSync(on.at(`var/lib/${folder}`)).mode & 0o777).toBe(0o700)
    expect(readFileSync(on.at('etc/systemd/system/notegraph.service'), 'utf8')).toContain('User=notegraph')
    expect(readFileSync(on.at('calls'), 'utf8')).toBe('daemon-reload\nenable notegraph\nrestart notegraph\n')
  })

  it('gives the command the settings of the service, as the unit has them', async ({ on }) => {
    await on.install(on.release('1.0.0'))
    const said = execFileSync(on.at('usr/local/bin/notegraph'), ['env'], { encoding: 'utf8' })
    expect(JSON.parse(said)).toMatchObject({
      NOTEGRAPH_DATA: on.at('var/lib/notegraph'),
      NOTEGRAPH_SECRET_KEY_FILE: on.at('var/lib/notegraph-key/secret.key'),
      NOTEGRAPH_BACKUP_FOLDER: on.at('var/lib/notegraph-backups'),
      NOTEGRAPH_BASE_URL: 'https://notes.example',
      NOTEGRAPH_PORT: String(on.port),
    })
  })

  it('upgrades when it runs again: with a backup, the settings as they were, and the release before at hand', async ({
    on,
  }) => {
    await on.install(on.release('1.0.0'))
    const settings = readFileSync(on.at('etc/notegraph.env'), 'utf8')
    expect((await on.install(on.release('1.1.0', 2))).code).toBe(0)
    expect(await on.running()).toBe('1.1.0')
    expect(on.releases()).toHaveLength(2)
    expect(readFileSync(on.at('etc/notegraph.env'), 'utf8')).toBe(settings)
    const [backup] = readdirSync(on.at('var/lib/notegraph-backups'))
    expect(readFileSync(on.at(`var/lib/notegraph-backups/${backup}/accounts.sqlite`), 'utf8')).toBe('1')
  })

  it.for([
    ['with the same layout of the data', 1],
    ['after it changed the layout of the data', 2],
  ] as const)(
    'puts the release before back if the new one does not come up, %s',
    async ([, layout], { on }) => {
      await on.install(on.release('1.0.0'))
      const { code, stderr } = await on.install(on.release('1.1.0', layout, false), 10)
      expect([code, stderr]).toEqual([1, expect.stringContaining('The release before runs again.')])
      expect(await on.running()).toBe('1.0.0')
      expect(readFileSync(on.at('var/lib/notegraph/accounts.sqlite'), 'utf8')).toBe('1')
    },
  )

  it('puts the unit of before back with its release', async ({ on }) => {
    await on.install(on.release('1.0.0'))
    const unit = on.at('etc/systemd/system/notegraph.service')
    const before = readFileSync(unit, 'utf8')
    writeFileSync(unit, before.replace('MemoryMax=4G', 'MemoryMax=2G'))
    await on.install(on.release('1.1.0', 1, false), 1)
    expect(readFileSync(unit, 'utf8')).toContain('MemoryMax=2G')
    expect(readFileSync(on.at('calls'), 'utf8')).toMatch(/daemon-reload\nrestart notegraph\n$/)
    expect((await on.install(on.release('1.2.0'))).code).toBe(0)
    expect(readFileSync(unit, 'utf8')).toBe(before)
  })

  it('goes back to a release that came up, not to one of a run that was killed', async ({ on }) => {
    await on.install(on.release('1.0.0'))
    cpSync(on.release('1.1.0', 1, false), on.at('opt/notegraph/releases/9'), { recursive: true })
    symlinkSync('releases/9', on.at('opt/notegraph/next'))
    renameSync(on.at('opt/notegraph/next'), on.at('opt/notegraph/current'))
    on.systemctl('stop', 'notegraph')
    expect((await on.install(on.release('1.2.0', 1, false), 10)).stderr).toContain(
      'The release before runs again.',
    )
    expect(await on.running()).toBe('1.0.0')
  })

  it('leaves the server running if its terminal is closed', async ({ on }) => {
    await on.install(on.release('1.0.0'))
    expect((await on.killed(on.release('1.1.0'), 'ln', 'HUP')).code).not.toBe(0)
    await expect.poll(on.running).toBe('1.0.0')
  })

  it('goes all the way back if its terminal is closed on it', async ({ on }) => {
    await on.install(on.release('1.0.0'))
    expect((await on.killed(on.release('1.1.0', 2, false), '10', 'HUP', 1)).code).toBe(1)
    await expect.poll(on.running).toBe('1.0.0')
    expect(readFileSync(on.at('var/lib/notegraph/accounts.sqlite'), 'utf8')).toBe('1')
  })

  it('does not go back to data of long ago', async ({ on }) => {
    await on.install(on.release('1.0.0'))
    await on.killed(on.release('1.1.0', 2, false), '10', 'KILL', 1)
    const [backup] = readdirSync(on.at('var/lib/notegraph-backups'))
    const then = Date.now() / 1_000 - 7_200
    utimesSync(on.at(`var/lib/notegraph-backups/${backup}`), then, then)
    expect((await on.install(on.release('1.2.0', 2, false), 1)).stderr).toContain('does not come up either')
    expect(readFileSync(on.at('var/lib/notegraph/accounts.sqlite'), 'utf8')).toBe('2')
  })

  it(
    'leaves the release before or the new one, wherever it is killed',
    { timeout: 600_000 },
    async ({ on }) => {
      await on.install(on.release('1.0.0'))
      let [step, last, next] = [0, '1.0.0', '1.1.0']
      while ((await on.killed(on.release(next), String(step), 'KILL')).signal !== null) {
        // As after the next boot.
        on.systemctl('restart', 'notegraph')
        await expect.poll(on.running).toMatch(new RegExp(`^(?:${last}|${next})$`))
        last = await on.running()
        step++
        next = `1.${step + 1}.0`
      }
      expect([step > 7, await on.running()]).toEqual([true, next])
    },
  )

  // Right before the old data comes back, right after that, and after the release before is put back.
  it.for(['10', '11', '15'])(
    'goes back when it runs again, if it was killed at its step %s',
    async (step, { on }) => {
      await on.install(on.release('1.0.0'))
      expect((await on.killed(on.release('1.1.0', 2, false), step, 'KILL', 1)).signal).toBe('SIGKILL')
      const current = readlinkSync(on.at('opt/notegraph/current'))
      const isBack = step === '15'
      expect(existsSync(on.at(`opt/notegraph/${current}/came-up`))).toBe(isBack)
      // As after the next boot.
      on.systemctl('restart', 'notegraph')
      const { code, stderr } = await on.install(on.release('1.2.0', 2, false), 10)
      expect([code, stderr]).toEqual([1, expect.stringContaining('The release before runs again.')])
      expect(await on.running()).toBe('1.0.0')
      expect(readFileSync(on.at('var/lib/notegraph/accounts.sqlite'), 'utf8')).toBe('1')
    },
  )

  it('makes no backup of data that is in PostgreSQL', async ({ on }) => {
    await on.install(on.release('1.0.0'))
    appendFileSync(on.at('etc/notegraph.env'), 'NOTEGRAPH_DATABASE_URL=postgres://db.example/notes\n')
    expect((await on.install(on.release('1.1.0'))).code).toBe(0)
    expect(readdirSync(on.at('var/lib/notegraph-backups'))).toEqual([])
  })

  it('keeps three releases that came up', async ({ on }) => {
    for (let n = 0; n < 4; n++) expect((await on.install(on.release(`1.${n}.0`))).code).toBe(0)
    expect((await on.install(on.release('1.3.1', 1, false), 1)).code).toBe(1)
    expect((await on.install(on.release('1.4.0'))).code).toBe(0)
    const marks = on.releases().map((name) => existsSync(on.at(`opt/notegraph/releases/${name}/came-up`)))
    expect(marks).toEqual([true, true, true])
  })

  it('changes nothing for a release that cannot even say its version', async ({ on }) => {
    await on.install(on.release('1.0.0'))
    const broken = on.release('1.1.0')
    writeFileSync(join(broken, 'dist/main.js'), 'throw new Error("broken")')
    const { code, stderr } = await on.install(broken)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')])
    expect([on.releases().length, await on.running()]).toEqual([1, '1.0.0'])
  })

  it.for([
    [['--from', 'x'], 'There is no option --from'],
    [['--release'], '--release needs a value'],
    [['--release', '/nowhere'], '/nowhere is no release'],
  ] as const)('refuses %j', async ([args, words], { on }) => {
    const { code, stderr } = await ended(SCRIPT, args, on.env())
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
    expect(existsSync(on.at('opt/notegraph/current'))).toBe(false)
  })
})
