import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
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

function leaves(command: Command, path: string): string[] {
  if (command.commands.length === 0) return [path]
  return command.commands.flatMap((sub) => leaves(sub, `${path} ${sub.name()}`.trim()))
}

test('every command has its example', () => {
  expect(EXAMPLES.map((words) => find(words).path).toSorted()).toEqual(leaves(program(), '').toSorted())
})

test.each(EXAMPLES)('%s …', (...words) => {
  const { command } = find(words)
  const options = new Set<string | undefined>(command.options.map(({ long }) => long))
  expect(words.filter((word) => word.startsWith('--') && !options.has(word))).toEqual([])
})
