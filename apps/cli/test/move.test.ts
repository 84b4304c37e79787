/**
 * An account moves between two real servers, there and back, with a device, a token and files.
 *
 * @module-tag postgres
 */
import { NOTES_PATH } from '@notegraph/contract'
import { readSettings } from '@notegraph/host'
import { describePostgres } from '@notegraph/postgres-tests'
import { serve, type ServedApp } from '@notegraph/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, type Ended } from './run.ts'
import { folderAt, startSynced, type Synced, type SyncedFolder } from './synced.ts'

const CHANGES = '/api/v1/settings/changes'
const BLOCKS = `${NOTES_PATH}/pages/Moved/blocks`

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: Record<string, unknown>
}

describePostgres('[operations] account move', (database) => {
  let old: Synced
  let other: ServedApp
  let token: string
  let laptop: SyncedFolder
  /** The environment of a command beside the server with PostgreSQL. */
  const env = () => ({
    NOTEGRAPH_DATA: `${old.home}/data`,
    NOTEGRAPH_SECRET_KEY_FILE: `${old.home}/data.key`,
    NOTEGRAPH_DATABASE_URL: database.url,
  })

  beforeAll(async () => {
    old = await startSynced()
    const settings = { ...env(), NOTEGRAPH_PORT: '0', NOTEGRAPH_LOG_LEVEL: 'silent' }
    other = await serve(
      readSettings({ ...settings, NOTEGRAPH_FIRST_START: 'nothing', NOTEGRAPH_REQUESTS_PER_MINUTE: '0' }),
      () => {},
    )
    const made = await old.run(
      'token',
      'create',
      '--account',
      'me',
      '--name',
      't',
      '--scope',
      'write',
      '--json',
    )
    token = (JSON.parse(made.stdout) as { token: string }).token
    laptop = await old.folder('laptop')
  })
  afterAll(async () => {
    await other.stop()
    await old.stop()
  })

  async function call(
    url: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more }
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const response = await fetch(url + path, sent)
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: (await response.json()) as Record<string, unknown>,
    }
  }
  const add = async (url: string, text: string, key: string): Promise<Answer> =>
    call(url, BLOCKS, { text }, { 'Idempotency-Key': key })
  const pageAt = async (url: string): Promise<string> =>
    JSON.stringify((await call(url, `${NOTES_PATH}/pages/Moved`)).body)
  /** The same folder as a device of another server. */
  const deviceOf = (url: string): SyncedFolder =>
    folderAt(laptop.at, laptop.session, (session) => ({
      NOTEGRAPH_BASE_URL: url,
      NOTEGRAPH_SESSION: session,
    }))
  const move = async (...args: string[]): Promise<Ended> => run(['account', 'move', 'me', ...args], env())

  test.each(['PostgreSQL', 'the data folder'])(
    'to %s keeps tokens, devices, changes, keys and files',
    async (place) => {
      const isBack = place !== 'PostgreSQL'
      const [from, to] = isBack ? [other.baseUrl, old.url] : [old.url, other.baseUrl]
      const device = deviceOf(from)
      device.write(`assets/${place}.png`, `bytes for ${place}`)
      device.write(`pages/For ${place}.md`, `- ![x](../assets/${place}.png)\n`)
      if (!isBack) device.write('pages/Moved.md', '- first\n')
      await device.synced()
      const before = await add(from, `before ${place}`, `key-${place.length}`)
      expect(before.status).toBe(200)
      const asDevice = { Authorization: `Bearer ${laptop.session}` }
      const { body: listed } = await call(from, CHANGES, undefined, asDevice)
      const [change] = listed['changes'] as readonly { readonly id: string }[]
      const page = await pageAt(from)
      const files = await device.files()

      const moved = await move('--to', isBack ? 'embedded' : 'postgres')
      expect([moved.code, moved.stderr]).toEqual([0, ''])
      expect(moved.stdout).toMatch(
        new RegExp(
          `^Moved me to ${place}: [\\d,]+ records and 0 files copied\\.\\nWrites were refused for [\\d.]+ seconds\\.\\n$`,
        ),
      )

      for (const refused of [await call(from, `${NOTES_PATH}/pages/Moved`), await add(from, 'late', 'late')])
        expect(refused).toEqual({
          status: 503,
          retryAfter: expect.stringMatching(/^\d+$/),
          body: expect.objectContaining({
            code: 'unavailable',
            error: 'This account is being moved to another server. Try again in a minute.',
          }),
        })
      expect(await pageAt(to)).toBe(page)
      expect(await add(to, `before ${place}`, `key-${place.length}`)).toEqual(before)
      expect(await pageAt(to)).toBe(page)

      const synced = deviceOf(to)
      synced.write(`pages/After ${place}.md`, '- after the move\n')
      await synced.synced()
      expect(await synced.files()).toEqual([...files, `pages/After ${place}.md`].toSorted())
      const fresh = await run(
        ['session', 'create', '--account', 'me', '--device', 'fresh'],
        isBack ? { NOTEGRAPH_DATA: `${old.home}/data` } : env(),
      )
      const phone = folderAt(`${old.home}/phone ${place}`, fresh.stdout.trim(), (session) => ({
        NOTEGRAPH_BASE_URL: to,
        NOTEGRAPH_SESSION: session,
      }))
      await phone.synced()
      expect(await phone.files()).toEqual(await synced.files())
      expect(phone.read(`assets/${place}.png`)).toBe(`bytes for ${place}`)

      const reverted = await call(to, `${CHANGES}/${change!.id}/revert`, {}, asDevice)
      expect([reverted.status, reverted.body['left']]).toEqual([200, []])
      expect(await pageAt(to)).not.toContain(`before ${place}`)
    },
  )

  test.each<[what: string, args: readonly string[], code: number, words: string]>([
    ['no place', ['me'], 2, "Required option '--to <place>' not specified"],
    ['a place that is none', ['me', '--to', 'elsewhere'], 2, 'Use embedded, postgres, or an address'],
    ['an unknown account', ['nobody', '--to', 'postgres'], 1, 'No account has the id "nobody".'],
    [
      'an account that is not in the source',
      ['other', '--to', 'embedded'],
      1,
      'The account "other" is already in embedded.',
    ],
    [
      'a bucket without its settings',
      ['me', '--to', 'postgres', '--files', 'bucket'],
      1,
      'NOTEGRAPH_S3_BUCKET must be set',
    ],
    [
      'a server that does not answer',
      ['me', '--to', 'postgres://127.0.0.1:9/none'],
      1,
      'The database is not available.',
    ],
  ])('%s is refused in one line', async (_, args, code, words) => {
    await old.run('account', 'create', 'other')
    const ended = await run(['account', 'move', ...args], env())
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(words)])
    expect(ended.stderr.trim()).not.toContain('\n')
  })
})
