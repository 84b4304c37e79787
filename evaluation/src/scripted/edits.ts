/** The scripted agent's plans for outlines, dates, pages of odd types, and the undo of its own changes. */
import { todayOf, weekdayIn } from './calendar.ts'
import { changeOf, idOf, type Plan, type Tools } from './tools.ts'

/** The id of the task about the lantern of the reading circle. */
const lantern = async ({ call }: Tools): Promise<string> =>
  idOf(await call('search', { query: '"good chairs"' }), /good chairs/)

export const EDITS: { readonly [task: string]: Plan } = {
  'into-the-drawer': async ({ call }) => {
    const page = await call('search', { query: '"Top drawer" (page [[Boathouse inventory]])' })
    const left = page.slice(page.indexOf('Left side'), page.indexOf('Right side'))
    return call('add_block', {
      page: 'Boathouse inventory',
      parent_id: idOf(left, /Top drawer/),
      text: 'A jar of copper nails',
    })
  },
  'packing-list': async ({ call }) =>
    call('create_page', {
      name: 'Packing list',
      outline:
        '- Galley\n  - A kettle\n  - Six mugs\n- Deck\n  - A boathook\n  - Two ropes\n    - A long one\n    - A short one',
    }),
  'gauge-checked': async (tools) => {
    const page = 'Bridge gauge'
    const [key] = /checked/.exec(await tools.call('read_page', { name: page }))!
    return tools.call('set_property', { page, key, value: await todayOf(tools) })
  },
  'planks-some-day': async ({ call }) => {
    const block = idOf(await call('search', { query: 'steam fit planks' }), /new planks/)
    return call('set_task', { block_id: block, scheduled: 'none' })
  },
  'life-jackets-deadline': async ({ call }, ask) => {
    const block = idOf(await call('search', { query: '"life jackets" (todo TODO)' }), /life jackets/)
    return call('set_task', { block_id: block, deadline: weekdayIn(ask) })
  },
  'lock-later': async ({ call }, ask) => {
    const block = idOf(await call('search', { query: '"Ring the lock"' }), /Ring the lock/)
    return call('set_task', { block_id: block, scheduled: weekdayIn(ask) })
  },
  'lantern-again': async (tools) =>
    tools.call('set_task', { block_id: await lantern(tools), state: 'done', repeat: true }),
  'circle-a-day-later': async (tools, ask) =>
    tools.call('set_task', { block_id: await lantern(tools), deadline: weekdayIn(ask) }),
  'licence-undone': async ({ call }) => {
    const block = idOf(await call('search', { query: '"Licence number"' }), /Licence/)
    const changed = await call('update_block', { block_id: block, find: 'WH 34', replace: 'WH 43' })
    return call('revert_change', { change_id: changeOf(changed) })
  },
  'second-line-back': async ({ call }) => {
    await call('add_block', { page: 'slow work', text: 'Waiting for glue' })
    const second = await call('add_block', { page: 'slow work', text: 'Reading a contract' })
    return call('revert_change', { change_id: changeOf(second) })
  },
}
