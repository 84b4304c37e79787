/**
 * The program as a process: help, failures, and the programs that it starts.
 *
 * @module-tag process
 */
import { writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { useHome } from './home.ts'
import { run, start } from './run.ts'

const { at, env, notegraph, json, failure } = useHome()
beforeAll(async () => {
  await json('account', 'create', 'me')
  writeFileSync(at('file.md'), '')
})

test('the program without a command fails in one line that names them', async () =>
  expect(await failure(2)).toContain('serve, mcp, today, add'))

test('the program helps on standard output', async () => {
  const { code, stdout, stderr } = await notegraph('--help')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Usage: notegraph/)
})

test.each([
  ['a name', ['nothing'], /^notegraph: there is no benchmark nothing; .*\n$/],
  ['a size', ['search', '--blocks', '5', '--data', '/nowhere'], /^notegraph: --blocks takes .*, not 5\.\n$/],
])('the program passes on what the benchmarks say of %s that is none', async (_, args, words) => {
  const { code, stderr } = await start(['bench', ...args], env()).ended
  expect([code, stderr]).toEqual([2, expect.stringMatching(words)])
})

test('the program gives an agent what the evaluation asks', async () => {
  const args = ['evaluate', '--agent', 'true', '--task', 'overdue', 'rye-meal', '--jobs', '2', '--json']
  const { code, stdout, stderr } = await start(args, env()).ended
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ solved: 0, total: 2 })
})

test('the program keeps quiet when its reader has seen enough', async () => {
  const { child, ended } = start(['account', 'list'], env())
  child.stdout!.destroy()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
})

test.each([
  ['NOTEGRAPH_LOG_LEVEL', 'loud'],
  ['NOTEGRAPH_DATA', 'file.md'],
  ['NOTEGRAPH_DATABASE_URL', 'mysql://localhost/notes'],
])('the program names %s when it is wrong', async (name, value) => {
  const wrong = name === 'NOTEGRAPH_DATA' ? at(value) : value
  const { code, stdout, stderr } = await run(['account', 'list'], { ...env(), [name]: wrong })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(new RegExp(`^notegraph: ${name}\\b.+\\n$`))
})
