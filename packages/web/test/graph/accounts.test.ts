/** The pages of a graph are for its account alone. */
import { beforeAll, expect, test } from 'vitest'
import { type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
let boat: readonly string[]
beforeAll(async () => {
  ;({ web, boat } = await openNotes())
})

test('graph: nothing of one account is shown to another', async () => {
  await web.operators.createAccount('you', {})
  web.who.id = 'you'
  for (const path of [
    '/graph',
    '/graph/page?name=Ada',
    '/graph/day',
    '/graph/tasks?status=all',
    '/graph/search?q=mast',
    `/graph/block?id=${boat[1]}`,
  ]) {
    const { text } = await web.get(path)
    expect(text).not.toMatch(/rig|Night|وصفات/)
  }
  web.who.id = 'me'
})
