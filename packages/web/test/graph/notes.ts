/** A small graph for the tests of its pages: a person, a boat with a task, a day, and a page from right to left. */
import type { Caller } from '@notegraph/service'
import { openWeb, type Web } from '../open.ts'

export interface Notes {
  readonly web: Web
  /** The ids of the blocks of the page "Night boat". */
  readonly boat: readonly string[]
  readonly caller: Caller
}

export async function openNotes(): Promise<Notes> {
  const web = await openWeb()
  const account = (await web.store.accounts.find('me'))!
  const caller: Caller = {
    account,
    plan: 'active',
    tokenId: 't',
    tokenName: 'T',
    scope: 'write',
    zone: 'UTC',
  }
  const page = async (name: string, rest: object) => {
    web.clock.now += 60_000
    const made = await web.writes.createPage(caller, { name, ...rest })
    if (!made.ok) throw new Error(name)
    return made.value.value().ids.blockIds
  }
  await page('Ada', {
    type: 'person',
    properties: { birthday: '1815-12-10', 'lives-in': '[[London]]', mood: 'calm, see [[Night boat]]' },
  })
  const boat = await page('Night boat', {
    properties: { alias: 'Bateau de nuit' },
    blocks: [
      '# Plan',
      'TODO [#A] rig the mast with [[Ada]]\nDEADLINE: <2026-11-22 Sun>',
      '<script>alert(1)</script> & "so"',
    ],
  })
  web.clock.now += 60_000
  const under = await web.writes.addBlock(caller, 'Night boat', { text: 'at ((x))', parentId: boat[1]! })
  if (!under.ok) throw new Error('under')
  web.clock.now += 60_000
  await web.writes.addBlock(caller, 'today', { text: `see ((${boat[1]!})) and #Ada` })
  await page('وصفات', { blocks: ['DONE خبز'] })
  return { web, boat, caller }
}
