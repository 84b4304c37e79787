/** @see decisions 9 */
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
