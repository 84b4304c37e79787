import { journalId } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { deviceWithPage } from '../../test/device.ts'
import { blocksAtOnce } from './ask-at-once.ts'
import { chooseForDays, forDays, startDay } from './day-template.ts'
import type { OpenApp } from './open-app.ts'
import { templatesOf } from './read-templates.ts'

const DAY = 20261130
const PAGE = journalId(DAY)

/** An app over a device in memory, with two templates: a block, and a page. */
async function openedApp() {
  const { engine } = await deviceWithPage()
  await engine.edit([
    { do: 'addBlock', id: 'daily', where: { pageId: 'boats' }, text: 'Log of <% today %>\ntemplate:: daily' },
    { do: 'addBlock', id: 'wind', where: { pageId: 'boats', parentId: 'daily' }, text: 'wind' },
    { do: 'openPage', name: 'Watch', id: 'watch' },
    { do: 'setProp', id: 'watch', key: 'tags', value: 'template' },
    { do: 'addBlock', id: 'lights', where: { pageId: 'watch' }, text: 'lights' },
  ])
  const pages = { all: { peek: () => [{ id: 'watch', name: 'Watch' }] }, stored: async () => {} }
  const edit: OpenApp['edit'] = async (edits) => engine.edit(edits)
  const app = { notes: { engine, blocksOf: blocksAtOnce(engine) }, pages, edit } as unknown as OpenApp
  const day = async () => (await engine.blocks(PAGE)).map(({ record, depth }) => [depth, record.words.text])
  const choose = async (name: string) =>
    chooseForDays(
      app,
      (await templatesOf(app)).find((one) => one.name === name),
    )
  return { app, engine, day, choose }
}

test('[O3.6] a new day starts with the chosen template, once, and without its own lines', async () => {
  const { app, day, choose } = await openedApp()
  await startDay(app, DAY)
  expect(await day()).toEqual([])
  await choose('daily')
  await startDay(app, DAY)
  await startDay(app, DAY)
  expect(await day()).toEqual([
    [0, 'Log of [[2026-11-30]]'],
    [1, 'wind'],
  ])
})

test('[O3.6] the latest choice counts, and there can be none', async () => {
  const { app, day, choose } = await openedApp()
  await choose('daily')
  await choose('Watch')
  expect(await forDays(app)).toMatchObject({ name: 'Watch' })
  await startDay(app, DAY)
  expect(await day()).toEqual([[0, 'lights']])
  await chooseForDays(app, undefined)
  expect(await forDays(app)).toBeUndefined()
})

test('[O3.6] a day that has a page, also a deleted one, starts with nothing', async () => {
  const { app, engine, day, choose } = await openedApp()
  await choose('daily')
  await engine.openDay(DAY)
  await engine.deletePage(PAGE)
  await startDay(app, DAY)
  expect(await day()).toEqual([])
})

test('[O3.6] two devices start a day with the same blocks', async () => {
  const ids = await Promise.all(
    [0, 1].map(async () => {
      const { app, engine, choose } = await openedApp()
      await choose('daily')
      await startDay(app, DAY)
      return (await engine.blocks(PAGE)).map(({ record }) => record.id)
    }),
  )
  expect(ids[0]).toEqual(ids[1])
})
