import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planFolder, readNote, withFiles } from '../src/index.ts'

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

test('the README example reads a folder', () => {
  // example
  const text = 'author:: [[Frank Herbert]]\n\n- ## Notes\n\t- TODO read\n\t  ![cover](../assets/dune.png)\n'
  const plan = planFolder(['pages/Books___Dune.md', 'assets/dune.png'])
  const read = readNote(plan, 'pages/Books___Dune.md', text)
  const note = read.ok
    ? withFiles(read.note, (path) => (path === 'assets/dune.png' ? 'f1' : undefined))
    : undefined

  expect(note?.name).toBe('Books/Dune')
  expect(note?.props).toEqual([['author', '[[Frank Herbert]]']])
  expect(note?.blocks[0]?.children[0]?.content).toBe('TODO read\n![cover](/api/files/f1)')
  // end
})

test('the README shows the tested example', () => {
  const run = /\/\/ example\n([^]*?) *\/\/ end/u.exec(textOf('./readme.test.ts'))![1]!
  expect(textOf('../README.md')).toContain(`\`\`\`ts\n${run.replaceAll(/^ {2}/gmu, '')}\`\`\``)
})
