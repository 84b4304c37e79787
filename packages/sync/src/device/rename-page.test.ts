/** Renames of pages on a device: links follow, or the old name stays as an alias, and two pages become one. */
import { propOf, type PageRecord } from '@notegraph/graph'
import { beforeEach, expect, test } from 'vitest'
import { made, twoDevices, type TwoDevices } from '../../test/device.ts'
import { DEVICE_LIMITS } from '../index.ts'

let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']
let ann: string
let notes: string

beforeEach(async () => {
  ;({ a, b, everybody } = await twoDevices())
  ann = await made(a.engine.openPage('Ann'))
  notes = await made(a.engine.openPage('Notes'))
  await made(a.engine.addBlock({ pageId: notes }, 'call [[ann]] and #Ann, not [[Anna]]'))
  await made(a.engine.setProp(notes, 'with', '[[Ann]]'))
  await made(a.engine.addBlock({ pageId: ann }, 'tall'))
  await everybody()
})

const valueOf = async ({ engine }: typeof a, id: string, key: string) =>
  propOf((await engine.record(id)) as PageRecord, key)

test('[O3.6] links follow a rename in words and properties, as one edit and one undo', async () => {
  const edited = await a.engine.edit([{ do: 'renamePage', id: ann, name: 'Ann Lee', links: 'rewrite' }])
  if (!edited.ok) throw new Error(edited.error)
  expect(await a.page(notes)).toEqual(['call [[Ann Lee]] and #[[Ann Lee]], not [[Anna]]'])
  await everybody()
  expect(await b.page(notes)).toEqual(['call [[Ann Lee]] and #[[Ann Lee]], not [[Anna]]'])
  expect([await valueOf(b, notes, 'with'), (await b.engine.pageNamed('Ann Lee'))?.id]).toEqual([
    '[[Ann Lee]]',
    ann,
  ])
  await a.engine.undo(edited.changes)
  await everybody()
  expect(await b.page(notes)).toEqual(['call [[ann]] and #Ann, not [[Anna]]'])
  expect([await valueOf(b, notes, 'with'), (await b.engine.pageNamed('Ann'))?.id]).toEqual(['[[Ann]]', ann])
})

test('[O3.6] [A10.3] queries that name the page follow, without a link to it', async () => {
  const query = await made(
    a.engine.addBlock({ pageId: notes }, 'open: {{ query (and (page Ann) (todo todo)) }}'),
  )
  await made(a.engine.renamePage(ann, 'Ann Lee', { links: 'rewrite' }))
  const text = async () => (await a.page(notes)).find((one) => one.startsWith('open'))
  expect(await text()).toBe('open: {{ query (and (page "Ann Lee") (todo todo)) }}')
  await made(a.engine.setText(query, '{{query (page "Ann Lee")}}'))
  await made(a.engine.renamePage(ann, 'Ann', { links: 'rewrite' }))
  expect(await a.page(notes)).toContain('{{query (page "Ann")}}')
})

test('[O3.6] [A10.3] the case of a name alone may change, and links follow', async () => {
  await made(a.engine.renamePage(ann, 'ANN', { links: 'rewrite' }))
  expect(await a.page(notes)).toEqual(['call [[ANN]] and #ANN, not [[Anna]]'])
})

test('[O3.6] [A10.3] an alias of another page is taken too, unless only names count', async () => {
  const lee = await made(a.engine.openPage('Lee'))
  await made(a.engine.setProp(lee, 'alias', 'Captain'))
  expect(await a.engine.renamePage(ann, 'captain')).toMatchObject({ ok: false, code: 'name_taken' })
  expect(await a.engine.renamePage(lee, 'captain')).toMatchObject({ ok: true, id: lee })
  await made(a.engine.renamePage(lee, 'Lee'))
  expect(await a.engine.renamePage(ann, 'captain', { byName: true })).toMatchObject({ ok: true, id: ann })
  await made(a.engine.renamePage(ann, 'Ann'))
  const edited = await a.engine.edit([{ do: 'renamePage', id: ann, name: 'Captain', merge: true }])
  if (!edited.ok) throw new Error(edited.error)
  const { id } = edited.edited[0]!
  expect([(await a.engine.pageNamed('Lee'))?.id, await a.page(id)]).toEqual([id, ['tall']])
})

test('[O3.6] the old name stays as an alias, once', async () => {
  await made(a.engine.renamePage(ann, 'Ann Lee', { links: 'alias' }))
  await made(a.engine.renamePage(ann, 'Ann L.', { links: 'alias' }))
  expect(await valueOf(a, ann, 'alias')).toBe('Ann, Ann Lee')
  expect(await a.page(notes)).toEqual(['call [[ann]] and #Ann, not [[Anna]]'])
  expect((await a.engine.linksTo(ann)).total).toBe(1)
})

test('[O3.6] a rename onto another page makes one of both, and an undo both again', async () => {
  const lee = await made(a.engine.openPage('Lee'))
  await made(a.engine.addBlock({ pageId: lee }, 'fast'))
  expect(await a.engine.renamePage(ann, 'lee', { links: 'rewrite' })).toMatchObject({ code: 'name_taken' })
  const edited = await a.engine.edit([
    { do: 'renamePage', id: ann, name: 'lee', links: 'rewrite', merge: true },
  ])
  if (!edited.ok) throw new Error(edited.error)
  const { id } = edited.edited[0]!
  await everybody()
  for (const one of [a, b]) {
    expect((await one.page(id)).toSorted()).toEqual(['fast', 'tall'])
    expect(await one.page(notes)).toEqual(['call [[Lee]] and #Lee, not [[Anna]]'])
    expect((await one.engine.pageNamed('Lee'))?.id).toBe(id)
    expect(await one.engine.pageNamed('Ann')).toBeUndefined()
  }
  expect((await a.engine.undo(edited.changes)).skipped).toEqual([])
  await everybody()
  expect([await b.page(ann), await b.page(lee)]).toEqual([['tall'], ['fast']])
})

test('[O3.6] a day is not renamed, and too many links are refused before anything changes', async () => {
  const day = await made(a.engine.openDay(20261120))
  expect(await a.engine.renamePage(day, 'Day', { links: 'rewrite' })).toMatchObject({ code: 'bad_name' })
  const edits = Array.from({ length: DEVICE_LIMITS.renamedBlocks }, () => ({
    do: 'addBlock' as const,
    where: { pageId: notes },
    text: '[[Ann]]',
  }))
  await a.engine.edit(edits)
  expect(await a.engine.renamePage(ann, 'Ann Lee', { links: 'rewrite' })).toMatchObject({ code: 'too_many' })
  expect((await a.engine.pageNamed('Ann'))?.id).toBe(ann)
})
