import { afterEach, describe, expect, test, vi } from 'vitest'
import { everyCommand, optionsOf, pathCalled, wordsOf } from '../test/every-command.ts'
import { UsageError } from './output.ts'
import { program } from './program.ts'

afterEach(() => vi.restoreAllMocks())

const give = (...args: string[]) => program().parseAsync(args, { from: 'user' })

describe('the command line reports wrong usage before it opens anything', () => {
  test.each([
    [
      [],
      /^Choose a command: serve, mcp, today, add, search, import, export, publish, sync, conflicts, account, token, session, sign-in-link, audit, changes, revert, history, restore-page, snapshot, check, sweep, backup, backups, restore, secret-key, bench, evaluate, completion\. See notegraph --help\.$/,
    ],
    [
      ['account'],
      /^Choose a command: create, set, list, show, log, identities, remove, raise-epoch, sign-out, move\. See notegraph account --help\.$/,
    ],
    [['token'], /^Choose a command: create, list, revoke\./],
    [['help', 'nothing'], /^Choose a command/],
    [['imprt'], /^Unknown command 'imprt'.*import/s],
    [['account', 'drop'], /^Unknown command 'drop'.* See notegraph account --help\.$/s],
    [['--json'], /^Unknown option '--json'/],
    [['account', 'list', '--all'], /^Unknown option '--all'/],
    [['account', 'list', 'me'], /^Too many arguments/],
    [['account', 'create'], /^Missing required argument 'id'/],
    [['account', 'create', 'a b'], /Use 1 to 64 characters of A-Z a-z 0-9 \. _ -/],
    [['account', 'create', 'a', '--plan', 'gold'], /active, grace, none/],
    [['account', 'create', 'a', '--quota', '1e9'], /Use a whole number of bytes/],
    [['account', 'create', 'a', '--quota', '-1'], /Use a whole number of bytes/],
    [['account', 'create', 'a', '--quota', '9007199254740992'], /Use a whole number of bytes/],
    [['account', 'create', 'a', '--zone', 'Mars/Olympus'], /IANA/],
    [['account', 'set', 'a', '--zone', ''], /IANA/],
    [['account', 'create', 'a', '--plan', 'grace', '--ended-at', '2026-02-29'], /on the calendar/],
    [['account', 'create', 'a', '--plan', 'grace', '--ended-at', 'today'], /on the calendar/],
    [
      ['account', 'create', 'a', '--plan', 'grace', '--ended-at', '9999-12-31'],
      /Use today or an earlier day/,
    ],
    [['import', 'notes'], /^Required option '--account <id>' not specified/],
    [['import', '--account', 'me'], /^Missing required argument 'path'/],
    [['export', 'notes'], /^Required option '--account <id>' not specified/],
    [['check'], /^Required option '--account <id>' not specified/],
    [['token', 'list'], /^Required option '--account <id>' not specified/],
    [['token', 'revoke'], /^Missing required argument 'id'/],
    [['token', 'create', '--account', 'me'], /^Required option '--name <name>' not specified/],
    [['token', 'create', '--account', 'me', '--name', ' '], /The text is empty/],
    [['token', 'create', '--account', 'me', '--name', 'x', '--scope', 'admin'], /read, write/],
    [['token', 'create', '--account'], /argument missing/],
    [['session'], /^Choose a command: create, list, revoke\./],
    [['session', 'create', '--account', 'me'], /^Required option '--device <name>' not specified/],
    [['session', 'create', '--account', 'me', '--device', ' '], /The text is empty/],
    [['changes'], /^Required option '--account <id>' not specified/],
    [['revert', '--account', 'me'], /^Missing required argument 'change'/],
    [['revert', 'x'], /^Required option '--account <id>' not specified/],
    [['history', '--account', 'me'], /^Missing required argument 'page'/],
    [['restore-page', 'Ada', '--account', 'me'], /^Required option '--to <number>' not specified/],
    [['restore-page', 'Ada', '--account', 'me', '--to', 'now'], /Use a number from `notegraph history`/],
    [['snapshot'], /^Choose a command: create, list, remove\./],
    [['snapshot', 'create', ' ', '--account', 'me'], /The text is empty/],
    [['account', 'list', '--data', ''], /Name a folder/],
    [['serve', '--port', '70000'], /Use a port from 0 to 65535/],
    [['completion'], /^Missing required argument 'shell'/],
    [['completion', 'tcsh'], /bash, zsh, fish/],
    [['evaluate'], /^Required option '--agent <command>' not specified/],
    [['evaluate', '--agent', 'true', '--jobs', '0'], /Use a whole number of at least 1/],
  ])('%j', async (args, words) => {
    const error = await give(...args).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(UsageError)
    expect((error as Error).message).toMatch(words)
  })
})

test.each([
  [[]],
  ...everyCommand().map(({ path }) => [path]),
  [['account']],
  [['token']],
  [['session']],
  [['snapshot']],
])('%j --help is on standard output', async (path) => {
  let text = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  await expect(give(...path, '--help')).rejects.toMatchObject({ exitCode: 0 })
  expect(text.startsWith(`Usage: ${['notegraph', ...path].join(' ')}`)).toBe(true)
})

test.each(everyCommand().map(({ path }) => [path]))('%j --help ends with examples to copy', async (path) => {
  let text = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  await expect(give(...path, '--help')).rejects.toMatchObject({ exitCode: 0 })
  const lines = /\nExamples?:\n((?: {2}notegraph .+\n)+)$/.exec(text)?.[1] ?? ''
  const called = lines.match(/(?<=notegraph ).+/g) ?? []
  expect(called.length).toBeGreaterThan(0)
  for (const line of called) expect(await pathCalled(wordsOf(line))).toBe(path.join(' '))
})

test.each(everyCommand().map(({ path, command }) => [path.join(' '), command] as const))(
  '%s takes --json',
  (_, command) => expect(optionsOf(command)).toContain('--json'),
)
