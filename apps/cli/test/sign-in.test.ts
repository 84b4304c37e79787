/** Sign-in links on the command line. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { typing } from './typing.ts'

let home: string
const env = () => ({ NOTEGRAPH_DATA: join(home, 'data') })
const { notegraph, json, failure } = typing(env)

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-cli-'))
  await json('account', 'create', 'me')
})
afterAll(() => rmSync(home, { recursive: true }))

describe('signing in with a browser', () => {
  const provider = {
    NOTEGRAPH_OIDC_ISSUER: 'https://id.example',
    NOTEGRAPH_OIDC_CLIENT_ID: 'notes',
    NOTEGRAPH_OIDC_CLIENT_SECRET: 'secret',
  }
  const withProvider = (...args: string[]) => run(args, { ...env(), ...provider })

  test('a link is printed alone, below the address that people use', async () => {
    const { code, stdout, stderr } = await notegraph('sign-in-link', '--account', 'me')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:8787\/api\/sign-in\/link\/ngl_\w{49}\n$/)
    const args = ['sign-in-link', '--account', 'me', '--json']
    const made = await run(args, { ...env(), NOTEGRAPH_BASE_URL: 'https://notes.example/' })
    expect(JSON.parse(made.stdout)).toEqual({
      link: expect.stringMatching(/^https:\/\/notes\.example\/api\/sign-in\/link\/ngl_\w{49}$/),
      account: 'me',
      expiresAt: expect.any(Number),
    })
    expect(await failure(1, 'sign-in-link', '--account', 'nobody')).toContain(
      'No account has the id "nobody".',
    )
    const unknown = await run(args, { ...env(), NOTEGRAPH_PORT: '0' })
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('NOTEGRAPH_BASE_URL: ')])
  })

  test('[D9.11] a link works as long as --valid says, at most seven days', async () => {
    const { expiresAt } = (await json('sign-in-link', '--account', 'me', '--valid', '7d')) as {
      expiresAt: number
    }
    expect(Math.abs(expiresAt - Date.now() - 7 * 86_400_000)).toBeLessThan(3_600_000)
    for (const time of ['8d', '0m', '90', '1w', '-1h', '10081m'])
      expect(await failure(2, 'sign-in-link', '--account', 'me', `--valid=${time}`)).toContain('at most 7d')
  })

  test('[D9.11] --code prints a code for the sign-in page, and --email needs a mail server', async () => {
    const { stdout } = await notegraph('sign-in-link', '--account', 'me', '--code')
    expect(stdout).toMatch(/^[A-Z]{4}-[A-Z]{4}\n$/)
    const made = (await json('sign-in-link', '--account', 'me', '--code')) as { expiresAt: number }
    expect(made).toEqual({
      code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      account: 'me',
      expiresAt: expect.any(Number),
    })
    expect(Math.abs(made.expiresAt - Date.now() - 15 * 60_000)).toBeLessThan(5 * 60_000)
    expect(await failure(1, 'sign-in-link', '--account', 'me', '--email')).toContain('NOTEGRAPH_SMTP_URL')
    for (const both of [['--valid', '1h'], ['--email']])
      expect(await failure(2, 'sign-in-link', '--account', 'me', '--code', ...both)).toContain('--code')
    const smtp = { ...env(), NOTEGRAPH_SMTP_URL: 'smtp://127.0.0.1:1' }
    const unsent = await run(['sign-in-link', '--account', 'me', '--email', 'ada@example.org'], smtp)
    expect([unsent.code, unsent.stderr]).toEqual([
      1,
      expect.stringContaining('The mail server did not take the e-mail.'),
    ])
  })

  test('a person that the identity provider knows opens an account, and then another', async () => {
    await json('account', 'create', 'lovelace')
    const identities = async (id: string) =>
      ((await json('account', 'identities', id)) as { identities: unknown[] }).identities
    expect(await identities('lovelace')).toEqual([])
    expect((await withProvider('account', 'set', 'lovelace', '--identity', 'ada')).code).toBe(0)
    const ada = { issuer: 'https://id.example', subject: 'ada', createdAt: expect.any(Number) }
    expect(await identities('lovelace')).toEqual([ada])
    const made = await withProvider('account', 'create', 'byron', '--identity', 'ada', '--json')
    expect(JSON.parse(made.stdout)).toMatchObject({ id: 'byron', plan: 'active', allowed: true })
    expect([await identities('lovelace'), await identities('byron')]).toEqual([[], [ada]])
    expect(await failure(2, 'account', 'set', 'byron', '--identity', 'x')).toContain('NOTEGRAPH_OIDC_ISSUER')
    expect(await failure(1, 'account', 'identities', 'nobody')).toContain('No account has the id')
  })
})
