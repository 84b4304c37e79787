/** The sweep, which deletes graphs whose plan has ended. */
import { existsSync, readFileSync } from 'node:fs'
import { graphFile } from '@notegraph/store/sqlite'
import { beforeAll, expect, test } from 'vitest'
import { useHome, writeNotes } from './home.ts'
import { run } from './run.ts'

const { at, env, notegraph, json, failure } = useHome()
beforeAll(async () => {
  writeNotes(at('notes'))
  await json('account', 'create', 'me')
  await json('import', at('notes'), '--account', 'me')
})

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

test('a sweep archives and removes the graph of a plan that is over, once, and says where it is', async () => {
  await json('account', 'create', 'late')
  await json('import', at('notes'), '--account', 'late')
  expect(await json('sweep')).toEqual({ files: 0, blobs: 0, ended: [], failed: [] })
  await json('account', 'set', 'late', '--plan', 'grace', '--ended-at', day(31))
  const { ended, ...rest } = (await json('sweep')) as { ended: { account: string; file: string }[] }
  expect(rest).toEqual({ files: 0, blobs: 0, failed: [] })
  expect(ended).toEqual([{ account: 'late', file: expect.stringMatching(/late-\d{8}T\d{6}Z\.zip$/) }])
  expect(readFileSync(ended[0]!.file).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(existsSync(graphFile(at('data'), 'late'))).toBe(false)
  expect(existsSync(at('data/files/late'))).toBe(false)
  expect((await notegraph('sweep')).stdout).toBe('Deleted 0 unused files.\n')
  expect(await json('account', 'list')).toMatchObject({
    accounts: expect.arrayContaining([expect.objectContaining({ id: 'late', plan: 'none' })]),
  })
})

test('the log of an account lists each change of its plan, and who made it', async () => {
  const { changes } = (await json('account', 'log', 'late')) as { changes: unknown[] }
  expect(changes).toEqual([{ at: expect.any(Number), from: 'active', to: 'none', by: 'operator' }])
  expect((await notegraph('account', 'log', 'late')).stdout).toMatch(/^\S+ {2}active {2}none {2}operator\n$/)
  expect(await failure(1, 'account', 'log', 'nobody')).toContain('No account has the id "nobody".')
})

test('a graph that cannot be archived stays, and makes the sweep fail', async () => {
  await json('account', 'set', 'me', '--plan', 'grace', '--ended-at', day(31))
  const { code, stdout, stderr } = await run(['sweep', '--json'], {
    ...env(),
    NOTEGRAPH_RETENTION: at('notes/pages/Ada.md'),
  })
  expect(JSON.parse(stdout)).toMatchObject({ ended: [], failed: ['me'] })
  expect([code, stderr]).toEqual([1, 'notegraph: Could not sweep me.\n'])
  expect(existsSync(graphFile(at('data'), 'me'))).toBe(true)
  await json('account', 'set', 'me', '--plan', 'active')
})
