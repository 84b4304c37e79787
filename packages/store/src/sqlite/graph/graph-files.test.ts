import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { graphFile } from './graph-files.ts'

test('graphs are spread over folders, one file for each account whatever its id', () => {
  const ids = Array.from({ length: 2_000 }, (_, n) => `account-${n}`)
  const paths = [...ids, 'one', 'One', '.dot', 'x_-.9'].map((id) => graphFile('data', id))
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
  expect(new Set(paths.map((path) => dirname(path))).size).toBe(256)
})
