/** A command without its data folder fails with a message, and creates nothing. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { everyCommand, optionsOf } from './every-command.ts'
import { typing } from './typing.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-no-data-'))
  mkdirSync(join(home, 'notes'))
})
afterEach(() => rmSync(home, { recursive: true }))

const { failure } = typing(() => ({ NOTEGRAPH_DATA: join(home, 'data') }))
const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

const NEEDS_DATA: readonly (readonly string[])[] = [
  ['mcp', '--account', 'me'],
  ['mcp', '--port', '0'],
  ['today', '--account', 'me'],
  ['add', 'words', '--account', 'me'],
  ['search', 'words', '--account', 'me'],
  ['import', '{home}/notes', '--account', 'me'],
  ['export', '{home}/out', '--account', 'me'],
  ['publish', '{home}/out', '--account', 'me', '--site', 'garden'],
  ['account', 'set', 'me', '--plan', 'none'],
  ['account', 'list'],
  ['account', 'show', 'me'],
  ['account', 'log', 'me'],
  ['account', 'identities', 'me'],
  ['account', 'remove', 'me', '--yes'],
  ['account', 'raise-epoch', 'me'],
  ['account', 'sign-out', 'me'],
  ['account', 'move', 'me', '--to', 'postgres://127.0.0.1/none'],
  ['token', 'create', '--account', 'me', '--name', 'laptop'],
  ['token', 'list', '--account', 'me'],
  ['token', 'revoke', 'x'],
  ['session', 'create', '--account', 'me', '--device', 'phone'],
  ['session', 'list', '--account', 'me'],
  ['session', 'revoke', 'x'],
  ['sign-in-link', '--account', 'me'],
  ['audit'],
  ['changes', 'list', '--account', 'me'],
  ['changes', 'keep', '--token', 'laptop', '--account', 'me'],
  ['revert', 'x', '--account', 'me'],
  ['history', 'Garden', '--account', 'me'],
  ['restore-page', 'Garden', '--account', 'me', '--to', '1'],
  ['snapshot', 'create', 'Clean', '--account', 'me'],
  ['snapshot', 'list', '--account', 'me'],
  ['snapshot', 'remove', 'x', '--account', 'me'],
  ['check', '--account', 'me'],
  ['check', '--account', 'me', '--rebuild'],
  ['sweep'],
  ['backup', '{home}/copy'],
  ['backups'],
  ['secret-key', 'new'],
]

/** Commands that create or replace the data folder. */
const STARTS_DATA = ['serve', 'account create', 'restore']

test.each(NEEDS_DATA)('%s … without data fails in a sentence and creates nothing', async (...args) => {
  const given = args.map((arg) => arg.replace('{home}', home))
  expect(await failure(1, ...given)).toBe(
    `notegraph: No data in ${join(home, 'data')}. Name the data folder with --data or NOTEGRAPH_DATA, or run \`notegraph serve\` to create one.\n`,
  )
  expect(filesOf(home)).toEqual(['notes'])
})

test('every command that works on the data folder is in the table above', () => {
  const onData = everyCommand()
    .filter(({ path, command }) => optionsOf(command).includes('--data') && path[0] !== 'bench')
    .map(({ path }) => path.join(' '))
  const isTried = (path: string) => NEEDS_DATA.some((args) => `${args.join(' ')} `.startsWith(`${path} `))
  expect(onData.filter((path) => !isTried(path))).toEqual(STARTS_DATA)
})

test.each([
  ['an empty folder', ['account', 'list', '--data', '{home}/notes'], 'No data in {home}/notes.'],
  ['a folder that is not a backup', ['restore', '{home}/notes'], 'is not a backup'],
  ['a backup that is not there', ['restore', '{home}/nowhere'], 'is not a backup'],
  ['a folder that nobody syncs', ['conflicts', '{home}/notes'], 'is not synced'],
  ['a folder that is not there', ['conflicts', '{home}/nowhere'], 'is not synced'],
])('%s is left as it is', async (_, args, words) => {
  const given = args.map((arg) => arg.replace('{home}', home))
  expect(await failure(1, ...given)).toContain(words.replace('{home}', home))
  expect(filesOf(home)).toEqual(['notes'])
})
