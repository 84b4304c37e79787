/** [D9.11] The page of people. */
import type { BackupState } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, openWeb, type Web } from './open.ts'

const PATH = '/settings/people'
let web: Web
beforeEach(async () => {
  web = await openWeb()
  await web.operators.setAccount('me', { isAdmin: true })
  await web.operators.createAccount('eve', {})
})

const eve = async () => web.store.accounts.find('eve')

describe('[D9.11] the page of people', () => {
  test('is in the navigation of an account that looks after them alone, and 403 for others', async () => {
    expect((await web.get('/settings/account')).html).toContain(`href="${PATH}"`)
    await web.operators.setAccount('me', { isAdmin: false })
    expect((await web.get('/settings/account')).html).not.toContain(`href="${PATH}"`)
    for (const path of [PATH, `${PATH}/eve`, `${PATH}/eve/remove`])
      expect((await web.get(path)).status).toBe(403)
    for (const path of ['', '/eve/invite', '/eve/change', '/eve/sign-out', '/eve/remove'])
      expect((await web.post(PATH + path, { id: 'x', name: 'eve', disabled: '1' })).status).toBe(403)
    expect(await eve()).toMatchObject({ allowed: true })
  })

  test('lists the accounts', async () => {
    const { text } = await web.get(PATH)
    for (const words of ['2 accounts', 'eve', 'Not used yet', 'Looks after people'])
      expect(text).toContain(words)
  })

  test('adds a person, and invites them by a link that is shown once', async () => {
    const added = await web.post(PATH, { id: ' ada ' })
    expect([added.status, added.headers.get('location')]).toEqual([303, `${PATH}/ada`])
    expect((await web.get(`${PATH}/ada`, cookieOf(added))).text).toContain('Invite the person now')
    const invited = await web.post(`${PATH}/ada/invite`, { email: '' })
    expect([...invited.headers].join()).not.toContain('ngl_')
    expect((await web.get(`${PATH}/ada`)).html).toMatch(/\/api\/sign-in\/link\/ngl_\w+/)
    expect((await web.get(`${PATH}/ada`)).html).not.toContain('ngl_')
  })

  test('invites by e-mail', async () => {
    await web.post(`${PATH}/eve/invite`, { email: 'eve@example.org' })
    expect(web.mails).toMatchObject([{ to: 'eve@example.org' }])
  })

  test('sends a person who has used the account a sign-in link, or says what is missing', async () => {
    expect((await web.get(`${PATH}/eve`)).text).not.toContain('Send a sign-in link')
    await web.operators.createSession('eve', { device: 'Phone' })
    const { text } = await web.get(`${PATH}/eve`)
    for (const words of ['Send a sign-in link', 'notegraph sign-in-link --account eve'])
      expect(text).toContain(words)
    const refused = await web.post(`${PATH}/eve/mail`, {})
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('has confirmed no e-mail address'),
    ])
    Object.assign(web.session, { isRecent: false })
    const way = {
      id: 'w',
      accountId: 'eve',
      kind: 'email',
      address: 'eve@example.org',
      confirmedAt: 1,
    } as const
    const rest = { createdAt: 1, version: 0, endKey: 'k', dueAt: 1, reportedUntil: 1, attempts: 0 }
    await web.store.digests.addWay({ ...way, ...rest }, 1)
    const sent = await web.post(`${PATH}/eve/mail`, {})
    expect((await web.get(`${PATH}/eve`, cookieOf(sent))).text).toContain('A sign-in link is on its way')
    expect(web.mails).toMatchObject([{ to: 'eve@example.org' }])
  })

  test('names the fault of a name, and keeps it', async () => {
    const { status, text, html } = await web.post(PATH, { id: 'a b' })
    expect([status, text]).toEqual([400, expect.stringContaining('The name of the account takes 1 to 64')])
    expect(html).toContain('value="a b"')
  })

  test.each([
    ['10', 10 * 2 ** 30],
    ['0,5', 2 ** 29],
  ])('sets the storage to %s GB', async (quota, bytes) => {
    expect((await web.post(`${PATH}/eve/change`, { quota })).status).toBe(303)
    expect(await eve()).toMatchObject({ quota: bytes })
  })

  test.each(['', '-1', 'much', '1e9'])('does not set the storage to %j', async (quota) => {
    const { status, text } = await web.post(`${PATH}/eve/change`, { quota })
    expect([status, text]).toEqual([400, expect.stringContaining('a number of GB')])
  })

  test('disables and enables, signs out, and deletes once the name is typed', async () => {
    await web.post(`${PATH}/eve/change`, { disabled: '1' })
    expect(await eve()).toMatchObject({ allowed: false })
    expect((await web.get(`${PATH}/eve`)).text).toContain('Enable the account')
    await web.post(`${PATH}/eve/change`, { disabled: '0' })
    expect(await eve()).toMatchObject({ allowed: true })
    await web.operators.createSession('eve', { device: 'Phone' })
    const out = await web.post(`${PATH}/eve/sign-out`, {})
    expect((await web.get(`${PATH}/eve`, cookieOf(out))).text).toContain('Signed out: 1 device.')
    const asked = await web.get(`${PATH}/eve/remove`)
    for (const words of ['/settings/transfer', 'notegraph export FOLDER --account eve'])
      expect(asked.text).toContain(words)
    expect((await web.post(`${PATH}/eve/remove`, { name: 'me' })).status).toBe(400)
    expect((await web.post(`${PATH}/eve/remove`, { name: ' eve ' })).headers.get('location')).toBe(PATH)
    expect(await eve()).toBeUndefined()
  })

  test('does not offer to disable, sign out or delete one who looks after people', async () => {
    const { text } = await web.get(`${PATH}/me`)
    expect(text).not.toMatch(/Disable the account|Delete the account|Sign out everywhere/)
    expect((await web.post(`${PATH}/me/remove`, { name: 'me' })).status).toBe(400)
    expect((await web.post(`${PATH}/me/sign-out`, {})).status).toBe(400)
  })

  test.each(['none', "'", '%00'])('has no person %s: 404', async (id) => {
    for (const path of ['', '/remove']) expect((await web.get(`${PATH}/${id}${path}`)).status).toBe(404)
    for (const path of ['/invite', '/sign-out', '/remove'])
      expect([400, 404]).toContain((await web.post(`${PATH}/${id}${path}`, { name: id })).status)
  })

  test('[D9.6] asks for a recent sign-in to add, invite, enable and delete; not to disable and sign out', async () => {
    Object.assign(web.session, { isRecent: false })
    const statusOf = async (path: string, form: Record<string, string>) =>
      (await web.post(PATH + path, form)).status
    expect(await statusOf('', { id: 'ada' })).toBe(403)
    expect(await statusOf('/eve/invite', {})).toBe(403)
    expect(await statusOf('/eve/remove', { name: 'eve' })).toBe(403)
    expect(await statusOf('/eve/sign-out', {})).toBe(303)
    expect(await statusOf('/eve/change', { disabled: '1' })).toBe(303)
    expect(await statusOf('/eve/change', { disabled: '0' })).toBe(403)
    expect(await statusOf('/eve/change', { quota: '99' })).toBe(403)
  })
})

describe('[operations] the backups on the page of people', () => {
  const AT = Date.UTC(2026, 10, 20, 9)
  const latest = { name: 'x', at: AT, accounts: 2, files: 1, damaged: 0 }

  test.each<[string, BackupState | undefined, readonly string[]]>([
    ['none are set up', undefined, ['makes no backups by itself', 'NOTEGRAPH_BACKUP_FOLDER']],
    ['there is none yet', { kept: 0, isLate: false }, ['There is no backup yet.']],
    [
      'all is well',
      { latest, kept: 3, isLate: false },
      ['3 hours ago', '2 accounts and 1 file', '3 backups are kept'],
    ],
    [
      'one lacks files',
      { latest: { ...latest, damaged: 2 }, kept: 1, isLate: false },
      ['It lacks 2 damaged files.', '1 backup is kept'],
    ],
    [
      'a bucket has copies',
      { latest, kept: 1, isLate: false, copiedAt: AT - 24 * 3_600_000 },
      ['The last one in the bucket was made 1 day ago'],
    ],
    ['it is late', { latest, kept: 1, isLate: true }, ['The last backup is late.']],
    [
      'it failed',
      { latest, kept: 1, isLate: true, failed: { at: AT, why: 'The disk is full <b>.' } },
      ['A backup failed', 'The disk is full <b>.'],
    ],
  ])('%s', async (_, state, words) => {
    web.setBackups(state)
    const { text } = await web.get(PATH)
    for (const one of words) expect(text).toContain(one)
  })

  test('[V4] a late one is a notice for those who look after people', async () => {
    web.setBackups({ latest, kept: 1, isLate: true, failed: { at: AT, why: 'The disk is full.' } })
    const words = 'The last backup of this server was made 3 hours ago . The disk is full.'
    expect((await web.get('/settings/notices')).text).toContain(words)
    await web.operators.setAccount('me', { isAdmin: false })
    expect((await web.get('/settings/notices')).text).not.toContain('backup')
    await web.operators.setAccount('me', { isAdmin: true })
    web.setBackups({ kept: 0, isLate: true, failed: { at: AT, why: 'The disk is full.' } })
    expect((await web.get('/settings/notices')).text).toContain('This server has no backup.')
  })
})

test.each<[string, Parameters<typeof web.setRelease> | undefined, string | undefined]>([
  ['is not asked', undefined, undefined],
  ['was not read yet', [undefined, false], undefined],
  ['has no newer one', ['0.1.0', false], 'There is no newer release.'],
  ['has a newer one', ['0.2.0', true], 'Notegraph 0.2.0 is available. This server runs 0.1.0.'],
])('[operations] a list of releases that %s', async (_, given, words) => {
  if (given) web.setRelease(...given)
  const { text } = await web.get(PATH)
  expect(text.includes('docs/operations/upgrade.md')).toBe(given?.[1] === true)
  const said = /Notegraph 0\.2\.0 is available\. This server runs 0\.1\.0\.|There is no newer release\./.exec(
    text,
  )
  expect(said?.[0]).toBe(words)
})
