/**
 * The completions of each shell, run in that shell if the machine has it.
 *
 * @module-tag process
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCommand } from './every-command.ts'
import { run } from './run.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

let home: string
const at = (path: string) => join(home, path)
const scriptOf = async (shell: Shell) => (await run(['completion', shell], {})).stdout

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-completion-'))
  mkdirSync(at('folder/notes of mine'), { recursive: true })
  writeFileSync(at('folder/notes.zip'), '')
  for (const shell of SHELLS) writeFileSync(at(`completion.${shell}`), await scriptOf(shell))
})
afterAll(() => rmSync(home, { recursive: true }))

const has = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit']).status === 0

/** The arguments that make a shell run `script` and complete `line`. */
const RUNS: { readonly [S in Shell]: (script: string, line: string) => readonly string[] } = {
  // Bash splits the line at each `=` before a completion sees it.
  bash: (script, line) => [
    '--norc',
    '--noprofile',
    '-c',
    `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _notegraph; printf '%s\\n' "\${COMPREPLY[@]}"`,
    script,
    ...line.replaceAll('=', ' = ').split(' '),
  ],
  zsh: (script, line) => ['-f', fileURLToPath(new URL('complete.zsh', import.meta.url)), script, line],
  fish: (script, line) => ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line],
}

/** The matches alone, without descriptions and quoting. */
function matches(shell: Shell, line: string): string[] {
  const output = execFileSync(shell, RUNS[shell](at(`completion.${shell}`), line), {
    cwd: at('folder'),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'dumb', LC_ALL: 'C.UTF-8' },
  })
  const bare = output.split('\n').map((match) => match.replace(/\t.*/, '').replaceAll(/^--\w+=|\/$|\\/g, ''))
  return [...new Set(bare)].filter(Boolean).toSorted()
}

const namesUnder = (...words: string[]): string[] => {
  const below = everyCommand().filter(({ path }) => words.every((word, i) => path[i] === word))
  return [...new Set(below.map(({ path }) => path[words.length]!)), 'help'].toSorted()
}

describe.each(SHELLS)('in %s', (shell) => {
  test.skipIf(!has(shell)).each<[line: string, expected: () => string[]]>([
    ['notegraph ', () => namesUnder()],
    ['notegraph sea', () => ['search']],
    ['notegraph account ', () => namesUnder('account')],
    ['notegraph account cr', () => ['create']],
    ['notegraph account create ada --pl', () => ['--plan']],
    ['notegraph account create ada --plan ', () => ['active', 'grace', 'none']],
    ['notegraph account create ada --plan=gr', () => ['grace']],
    ['notegraph account create ada --zone ', () => []],
    ['notegraph add --account me --pa', () => ['--page']],
    ['notegraph completion ', () => ['bash', 'fish', 'zsh']],
    ['notegraph import no', () => ['notes of mine', 'notes.zip']],
    ['notegraph export no', () => ['notes of mine']],
    ['notegraph today --data no', () => ['notes of mine']],
    ['notegraph serve --nothing', () => []],
  ])('%s completes', (line, expected) => {
    expect(matches(shell, line)).toEqual(expected())
  })
})

test.each(SHELLS)('the script for %s names every command and option', async (shell) => {
  const script = await scriptOf(shell)
  const flags = everyCommand().flatMap(({ command }) => command.options.map(({ long }) => long!))
  const wanted = [...everyCommand().map(({ path }) => path.join(' ')), ...flags]
  const named = (word: string) => script.includes(shell === 'fish' ? word.replace('--', '-l ') : word)
  expect(wanted.filter((word) => !named(word))).toEqual([])
})
