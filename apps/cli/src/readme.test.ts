import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { everyCommand, optionsOf } from '../test/every-command.ts'
import { program } from './program.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const EXAMPLES = [...README.matchAll(/^notegraph (.+)$/gm)].map((match) => match[1]!.split(' '))

/** The command that the words begin with, and its path. */
function find(words: readonly string[]): { command: Command; path: string } {
  let command = program()
  const path: string[] = []
  for (let sub: Command | undefined = command; sub;) {
    command = sub
    sub = command.commands.find((one) => one.name() === words[path.length])
    if (sub) path.push(sub.name())
  }
  return { command, path: path.join(' ') }
}

test('every command has its example', () => {
  expect(EXAMPLES.map((words) => find(words).path).toSorted()).toEqual(
    everyCommand()
      .map(({ path }) => path.join(' '))
      .toSorted(),
  )
})

test.each(EXAMPLES)('%s …', (...words) => {
  const { command } = find(words)
  const options = new Set(optionsOf(command))
  expect(words.filter((word) => word.startsWith('--') && !options.has(word))).toEqual([])
})
