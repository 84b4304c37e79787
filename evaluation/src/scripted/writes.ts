/** The scripted agent's plans for tasks that write. */
import { dayNamedIn, later, todayOf } from './calendar.ts'
import { changeOf, fieldOf, idOf, type Plan } from './tools.ts'

export const WRITES: { readonly [task: string]: Plan } = {
  'note-today': async ({ call }) =>
    call('add_block', { page: 'today', text: 'The gauge at the bridge stands at 1.30 m. #river' }),
  remind: async (tools, ask) => {
    const day = await dayNamedIn(ask, tools)
    return tools.call('add_block', { page: 'today', text: `TODO Ring the boatyard\nSCHEDULED: <${day}>` })
  },
  'note-below-a-task': async ({ call }) => {
    const task = idOf(await call('search', { query: '"Caulk the seams" (todo DOING)' }), /Caulk the seams/)
    return call('add_block', { page: 'The Heron', parent_id: task, text: 'Frame four is done, too.' })
  },
  'new-book': async ({ call }) =>
    call('create_page', {
      name: 'Three Men in a Boat',
      type: 'book',
      properties: { Author: 'Jerome K. Jerome', Published: '1889', Status: 'To read' },
    }),
  'cast-off-earlier': async ({ call }) => {
    const block = idOf(await call('search', { query: '"09:00 Cast off"' }), /Cast off/)
    return call('update_block', { block_id: block, text: '08:30 Cast off, with tea' })
  },
  'three-planks': async (tools, ask) => {
    const block = idOf(await tools.call('search', { query: 'steam fit planks' }), /new planks/)
    const day = await dayNamedIn(ask, tools)
    const text = `Steam and fit the three new planks\nSCHEDULED: <${day}>`
    return tools.call('update_block', { block_id: block, text })
  },
  'rope-done': async ({ call }) => {
    const block = idOf(await call('list_tasks', { q: 'rope' }), /metres of rope/)
    return call('set_task', { block_id: block, state: 'done' })
  },
  'book-finished': async (tools) =>
    tools.call('set_properties', {
      page: 'The Wind in the Willows',
      properties: { Status: 'Read', Finished: await todayOf(tools), Rating: '4' },
    }),
  'phone-gone': async ({ call }) => call('set_property', { page: 'Tarek', key: 'Phone', value: '' }),
  'trip-put-off': async ({ call }) => {
    const page = 'Trip to Reed Island'
    const trip = await call('read_page', { name: page })
    const properties = Object.fromEntries(
      ['Starts', 'Ends'].map((label) => [label, later(fieldOf(trip, label), 1)]),
    )
    const moved = await call('set_properties', { page, properties })
    const noted = await call('add_block', { page: 'today', text: `[[${page}]] is put off by a day.` })
    return `${moved}\n${noted}`
  },
  'ada-and-undo': async ({ call }) => {
    const ada = await call('read_page', { name: 'Ada' })
    const born = new Date(`${/born on ([^.]+)\./.exec(ada)![1]!} UTC`).toISOString().slice(0, 10)
    const typed = { type: 'person', Birthday: born }
    const made = await call('set_properties', { page: 'Ada', properties: typed })
    const linked = await call('add_block', { page: 'today', text: 'Looked up [[Ada Brandt]].' })
    for (const change of [linked, made]) await call('revert_change', { change_id: changeOf(change) })
    return 'Her page and today are as they were.'
  },
  'delete-a-page': async ({ call }) => {
    const page = await call('read_page', { name: 'The Boat' })
    return `${page.split('\n')[0]!.slice(2)} cannot be deleted from here; that is done in the app.`
  },
  'words-of-a-picture': async ({ call }) => {
    const block = idOf(await call('read_page', { name: 'The Heron', limit: 1 }), /\[picture: /)
    return `It is not changed. ${await call('update_block', { block_id: block, text: 'Our boat' })}`
  },
}
