/**
 * The install script of `deploy/`, below another root: with releases of a few lines, and a small systemctl that runs them.
 *
 * @module-tag process
 */
import { execFileSync, spawnSync } from 'node:child_process'
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openInstalled, SCRIPT, type Installed } from './installed.ts'

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

let installed: Installed
const at = (path: string) => installed.at(path)
const env = () => installed.env()
const install = (folder: string, seconds?: number) => installed.install(folder, seconds)
beforeEach(async () => {
  installed = await openInstalled()
})
afterEach(() => installed.close())

function release(version: string, layout = 1, comesUp = true): string {
  const folder = at(`built-${version}`)
  for (const name of ['bin', 'dist']) mkdirSync(join(folder, name), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'bin/node'))
  writeFileSync(join(folder, 'dist/main.js'), main(version, layout, comesUp))
  return folder
}
/** The version that runs. A connection is not kept, as the next server would not know it. */
const running = async (): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${installed.port}/`, { headers: { Connection: 'close' } })
  return answer.text()
}

/** The programs that change what runs. */
const CHANGING = ['ln', 'mv', 'systemctl']

/** Installs a release, with a signal right before the change of this number, or the first one by this program. */
function killed(folder: string, step: string, signal: string, seconds = 60) {
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
  return spawnSync('setsid', ['--wait', SCRIPT, '--release', folder, '--wait', String(seconds)], {
    env: { DESTDIR, PATH: `${at('shims')}:${PATH}`, SYSTEMCTL: at('shims/systemctl') },
    encoding: 'utf8',
  })
}
const releases = () => readdirSync(at('opt/notegraph/releases'))

describe('[operations] the install script', () => {
  test('installs a release, its folders, its unit and the command, and starts it', async () => {
    const { code, stdout, stderr } = install(release('1.0.0+one'))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Notegraph 1.0.0+one runs at http://127.0.0.1:${installed.port}.`)
    expect(await running()).toBe('1.0.0+one')
    for (const folder of ['notegraph', 'notegraph-key', 'notegraph-backups'])
      expect(statSync(at(`var/lib/${folder}`)).mode & 0o777).toBe(0o700)
    expect(readFileSync(at('etc/systemd/system/notegraph.service'), 'utf8')).toContain('User=notegraph')
    expect(readFileSync(at('calls'), 'utf8')).toBe('daemon-reload\nenable notegraph\nrestart notegraph\n')
  })

  test('gives the command the settings of the service, as the unit has them', () => {
    install(release('1.0.0'))
    const said = execFileSync(at('usr/local/bin/notegraph'), ['env'], { encoding: 'utf8' })
    expect(JSON.parse(said)).toMatchObject({
      NOTEGRAPH_DATA: at('var/lib/notegraph'),
      NOTEGRAPH_SECRET_KEY_FILE: at('var/lib/notegraph-key/secret.key'),
      NOTEGRAPH_BACKUP_FOLDER: at('var/lib/notegraph-backups'),
      NOTEGRAPH_BASE_URL: 'https://notes.example',
      NOTEGRAPH_PORT: String(installed.port),
    })
  })

  test('upgrades when it runs again: with a backup, the settings as they were, and the release before at hand', async () => {
    install(release('1.0.0'))
    const settings = readFileSync(at('etc/notegraph.env'), 'utf8')
    expect(install(release('1.1.0', 2)).code).toBe(0)
    expect(await running()).toBe('1.1.0')
    expect(releases()).toHaveLength(2)
    expect(readFileSync(at('etc/notegraph.env'), 'utf8')).toBe(settings)
    const [backup] = readdirSync(at('var/lib/notegraph-backups'))
    expect(readFileSync(at(`var/lib/notegraph-backups/${backup}/accounts.sqlite`), 'utf8')).toBe('1')
  })

  test.each([
    ['with the same layout of the data', 1],
    ['after it changed the layout of the data', 2],
  ])('puts the release before back if the new one does not come up, %s', async (_, layout) => {
    install(release('1.0.0'))
    const { code, stderr } = install(release('1.1.0', layout, false), 10)
    expect([code, stderr]).toEqual([1, expect.stringContaining('The release before runs again.')])
    expect(await running()).toBe('1.0.0')
    expect(readFileSync(at('var/lib/notegraph/accounts.sqlite'), 'utf8')).toBe('1')
  })

  test('puts the unit of before back with its release', () => {
    install(release('1.0.0'))
    const unit = at('etc/systemd/system/notegraph.service')
    const before = readFileSync(unit, 'utf8')
    writeFileSync(unit, before.replace('MemoryMax=4G', 'MemoryMax=2G'))
    install(release('1.1.0', 1, false), 1)
    expect(readFileSync(unit, 'utf8')).toContain('MemoryMax=2G')
    expect(readFileSync(at('calls'), 'utf8')).toMatch(/daemon-reload\nrestart notegraph\n$/)
    expect(install(release('1.2.0')).code).toBe(0)
    expect(readFileSync(unit, 'utf8')).toBe(before)
  })

  test('goes back to a release that came up, not to one of a run that was killed', async () => {
    install(release('1.0.0'))
    cpSync(release('1.1.0', 1, false), at('opt/notegraph/releases/9'), { recursive: true })
    symlinkSync('releases/9', at('opt/notegraph/next'))
    renameSync(at('opt/notegraph/next'), at('opt/notegraph/current'))
    installed.systemctl('stop', 'notegraph')
    expect(install(release('1.2.0', 1, false), 10).stderr).toContain('The release before runs again.')
    expect(await running()).toBe('1.0.0')
  })

  test('leaves the server running if its terminal is closed', async () => {
    install(release('1.0.0'))
    expect(killed(release('1.1.0'), 'ln', 'HUP').status).not.toBe(0)
    await expect.poll(running).toBe('1.0.0')
  })

  test('goes all the way back if its terminal is closed on it', async () => {
    install(release('1.0.0'))
    expect(killed(release('1.1.0', 2, false), '10', 'HUP', 1).status).toBe(1)
    expect(await running()).toBe('1.0.0')
    expect(readFileSync(at('var/lib/notegraph/accounts.sqlite'), 'utf8')).toBe('1')
  })

  test('does not go back to data of long ago', () => {
    install(release('1.0.0'))
    killed(release('1.1.0', 2, false), '10', 'KILL', 1)
    const [backup] = readdirSync(at('var/lib/notegraph-backups'))
    const then = Date.now() / 1_000 - 7_200
    utimesSync(at(`var/lib/notegraph-backups/${backup}`), then, then)
    expect(install(release('1.2.0', 2, false), 1).stderr).toContain('does not come up either')
    expect(readFileSync(at('var/lib/notegraph/accounts.sqlite'), 'utf8')).toBe('2')
  })

  test('leaves the release before or the new one, wherever it is killed', { timeout: 600_000 }, async () => {
    install(release('1.0.0'))
    let [step, last, next] = [0, '1.0.0', '1.1.0']
    while (killed(release(next), String(step), 'KILL').signal !== null) {
      // As after the next boot.
      installed.systemctl('restart', 'notegraph')
      await expect.poll(running).toMatch(new RegExp(`^(?:${last}|${next})$`))
      last = await running()
      step++
      next = `1.${step + 1}.0`
    }
    expect([step > 7, await running()]).toEqual([true, next])
  })

  // Right before the old data comes back, right after that, and after the release before is put back.
  test.each(['10', '11', '15'])(
    'goes back when it runs again, if it was killed at its step %s',
    async (step) => {
      install(release('1.0.0'))
      expect(killed(release('1.1.0', 2, false), step, 'KILL', 1).signal).toBe('SIGKILL')
      const current = readlinkSync(at('opt/notegraph/current'))
      const isBack = step === '15'
      expect(existsSync(at(`opt/notegraph/${current}/came-up`))).toBe(isBack)
      // As after the next boot.
      installed.systemctl('restart', 'notegraph')
      const { code, stderr } = install(release('1.2.0', 2, false), 10)
      expect([code, stderr]).toEqual([1, expect.stringContaining('The release before runs again.')])
      expect(await running()).toBe('1.0.0')
      expect(readFileSync(at('var/lib/notegraph/accounts.sqlite'), 'utf8')).toBe('1')
    },
  )

  test('makes no backup of data that is in PostgreSQL', async () => {
    install(release('1.0.0'))
    appendFileSync(at('etc/notegraph.env'), 'NOTEGRAPH_DATABASE_URL=postgres://db.example/notes\n')
    expect(install(release('1.1.0')).code).toBe(0)
    expect(readdirSync(at('var/lib/notegraph-backups'))).toEqual([])
  })

  test('keeps three releases that came up', () => {
    for (let n = 0; n < 4; n++) expect(install(release(`1.${n}.0`)).code).toBe(0)
    expect(install(release('1.3.1', 1, false), 1).code).toBe(1)
    expect(install(release('1.4.0')).code).toBe(0)
    const marks = releases().map((name) => existsSync(at(`opt/notegraph/releases/${name}/came-up`)))
    expect(marks).toEqual([true, true, true])
  })

  test('changes nothing for a release that cannot even say its version', async () => {
    install(release('1.0.0'))
    const broken = release('1.1.0')
    writeFileSync(join(broken, 'dist/main.js'), 'throw new Error("broken")')
    const { code, stderr } = install(broken)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')])
    expect([releases().length, await running()]).toEqual([1, '1.0.0'])
  })

  test.each([
    [['--from', 'x'], 'There is no option --from'],
    [['--release'], '--release needs a value'],
    [['--release', '/nowhere'], '/nowhere is no release'],
  ])('refuses %j', (args, words) => {
    const { status, stderr } = spawnSync(SCRIPT, args, { env: env(), encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
    expect(existsSync(at('opt/notegraph/current'))).toBe(false)
  })
})
