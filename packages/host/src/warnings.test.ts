/** @see decisions 9 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { warningsOf } from './warnings.ts'

const SETTINGS = { trustedProxies: [], baseUrl: 'https://notes.example', host: '127.0.0.1', port: 0 }
const from = 'notes@example.org'

test.each([
  ['smtp://user:secret@mail.example', 'NOTEGRAPH_SMTP_URL'],
  ['smtp://192.0.2.1:25', 'NOTEGRAPH_SMTP_URL'],
  ['smtp://mail.example?requireTLS=true', undefined],
  ['smtps://user:secret@mail.example', undefined],
  ['smtp://localhost', undefined],
  ['smtp://[::1]', undefined],
  ['smtp://mail', undefined], // a container
])('a warning about e-mail over %s', (url, expected) => {
  const warnings = warningsOf({ ...SETTINGS, smtp: { url, from } })
  expect(warnings.map((line) => line.split(':')[0])).toEqual(expected === undefined ? [] : [expected])
  expect(warnings.join()).not.toContain('secret')
})

test.each([
  ['postgres://me:secret@db.example/notes', 'NOTEGRAPH_DATABASE_URL'],
  ['postgres://me:secret@db.example/notes?sslmode=prefer', 'NOTEGRAPH_DATABASE_URL'],
  ['postgres://me:secret@db.example/notes?sslmode=verify-full', undefined],
  ['postgres://127.0.0.1/notes', undefined],
  ['postgres:///notes', undefined],
  ['postgres://postgres:5432/notes', undefined], // a container
])('a warning about a database at %s', (databaseUrl, expected) => {
  const warnings = warningsOf({ ...SETTINGS, databaseUrl })
  expect(warnings.map((line) => line.split(':')[0])).toEqual(expected === undefined ? [] : [expected])
  expect(warnings.join()).not.toContain('secret')
})

test('a warning about a variable that is no setting', () => {
  const warnings = warningsOf({ ...SETTINGS, misspelled: { NOTEGRAPH_BASEURL: 'NOTEGRAPH_BASE_URL' } })
  expect(warnings).toEqual([
    'NOTEGRAPH_BASEURL has no effect, because there is no such setting. Did you mean NOTEGRAPH_BASE_URL?',
  ])
})

test('a warning about a setting whose other setting is missing', () => {
  const unused = { NOTEGRAPH_BACKUP_HOURS: 'NOTEGRAPH_BACKUP_FOLDER' }
  expect(warningsOf({ ...SETTINGS, unused })).toEqual([
    'NOTEGRAPH_BACKUP_HOURS has no effect, because NOTEGRAPH_BACKUP_FOLDER is not set.',
  ])
})

test('[D9.7] a warning about a secret key in the data folder or among the backups', () => {
  const home = mkdtempSync(join(tmpdir(), 'notegraph-warnings-'))
  const [data, folder] = [join(home, 'data'), join(home, 'backups')]
  const warnings = (key: string) =>
    warningsOf({
      ...SETTINGS,
      data,
      secretKeyFile: join(home, key),
      backups: { folder, hours: 24, keep: 14, bucket: undefined },
    })
  try {
    expect(warnings('data.key')).toEqual([])
    for (const key of ['data/secret.key', 'backups/secret.key'])
      expect(warnings(key)).toEqual([expect.stringMatching(/^NOTEGRAPH_SECRET_KEY_FILE: .* is in /)])
  } finally {
    rmSync(home, { recursive: true })
  }
})

test('[operations] a warning about a folder of backups that cannot be used', () => {
  const home = mkdtempSync(join(tmpdir(), 'notegraph-warnings-'))
  writeFileSync(join(home, 'file'), '')
  const warnings = (path: string) =>
    warningsOf({ ...SETTINGS, backups: { folder: join(home, path), hours: 24, keep: 14, bucket: undefined } })
  try {
    expect(warnings('new/backups')).toEqual([])
    for (const taken of ['file', 'file/backups'])
      expect(warnings(taken)).toEqual([
        expect.stringMatching(/^NOTEGRAPH_BACKUP_FOLDER: the server cannot make backups\. E/),
      ])
  } finally {
    rmSync(home, { recursive: true })
  }
})
