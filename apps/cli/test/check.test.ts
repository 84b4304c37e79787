/** The check of a store, and its repair. */
import { makeBlock } from '@notegraph/graph'
import { openSqlite } from '@notegraph/store/sqlite'
import { expect, test } from 'vitest'
import { useHome } from './home.ts'

const { at, notegraph, json } = useHome()

test('a store is checked, and what is wrong makes the check fail', async () => {
  await json('account', 'create', 'me')
  expect(await json('check', '--account', 'me')).toEqual({ ok: true, problems: [] })
  expect((await notegraph('check', '--account', 'me', '--rebuild')).stdout).toBe('No problems found.\n')
  const store = openSqlite(at('data'))
  const orphan = makeBlock({
    id: 'o',
    content: 'lost',
    rev: 'r',
    pageId: 'gone',
    parentId: null,
    order: 1,
    now: 1,
  })
  await store.graph('me').commits.commit({ puts: [{ record: orphan, from: 0 }] })
  await store.close()
  const { code, stdout, stderr } = await notegraph('check', '--account', 'me', '--json')
  expect(JSON.parse(stdout)).toEqual({ ok: false, problems: ['block o: its page gone is not there'] })
  expect([code, stderr]).toEqual([1, 'notegraph: Found 1 problem in the store of me.\n'])
  const rebuilt = await notegraph('check', '--account', 'me', '--rebuild')
  expect([rebuilt.code, rebuilt.stdout]).toEqual([
    0,
    'Recovered 1 block without a page or a parent. Find them on the page "Recovered blocks" or on their journal day.\nNo problems found.\n',
  ])
  expect(await json('check', '--account', 'me', '--rebuild')).toEqual({
    ok: true,
    problems: [],
    recovered: 0,
  })
})
