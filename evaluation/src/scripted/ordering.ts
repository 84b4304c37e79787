/** The scripted agent's plans for values of many pages, nested hits, batches, moves, renames and deletes. */
import { changeOf, idOf, linesWith, pagesOf, type Plan, type Tools } from './tools.ts'

/** A batch of the same write to several blocks. */
const each = (ids: readonly string[], op: string, args: object): Record<string, unknown> => ({
  operations: ids.map((block_id) => ({ op, block_id, ...args })),
})

const search = async ({ call }: Tools, query: string, more = {}): Promise<string> =>
  call('search', { query, limit: 5, ...more })

/** The line below the first one that matches. */
function lineUnder(text: string, words: RegExp): string {
  const lines = text.split('\n')
  return lines[lines.findIndex((line) => words.test(line)) + 1] ?? ''
}

export const ORDERING: { readonly [task: string]: Plan } = {
  'addresses-of-people': async ({ call }) =>
    linesWith(await call('list_pages', { type: 'person', property: 'email', show: 'email' }), /@/).join('\n'),
  youngest: async ({ call }) => {
    const found = await call('list_pages', { type: 'person', property: 'birthday', show: 'birthday' })
    return linesWith(found, /birthday/).toSorted((a, b) => (dayIn(a) < dayIn(b) ? 1 : -1))[0]!
  },
  'born-before-1950': async ({ call }) =>
    pagesOf(await call('list_pages', { type: 'person', property: 'birthday<1950' })).join(', '),
  'four-stars': async ({ call }) => pagesOf(await call('list_pages', { property: 'rating=4' })).join(', '),
  'founded-when': async ({ call }) =>
    linesWith(await call('list_pages', { type: 'organization', show: 'founded' }), /\d{4}/).join('\n'),
  'fourth-step': async (tools) => linesWith(await search(tools, '(property step 4)'), /minutes/).join('\n'),
  'why-no-batteries': async (tools) =>
    linesWith(await search(tools, 'batteries promised', { nested: 1 }), /He says/).join('\n'),
  'boiler-found': async (tools) => lineUnder(await search(tools, 'boiler steam', { nested: 1 }), /boiler/),
  'line-in-english': async (tools) =>
    linesWith(await search(tools, '"Wer den Fluss kennt"', { nested: 2 }), /Who knows/).join('\n'),
  'caulking-so-far': async (tools) =>
    linesWith(await search(tools, 'caulk seams waterline', { nested: 1 }), /frame/).join('\n'),
  'page-last-changed': async ({ call }) =>
    linesWith(await call('read_page', { name: 'Nine Elms', limit: 1 }), /changed|edited/i)[0]!,
  'edited-by-whom': async ({ call }) => {
    const block_id = idOf(await call('search', { query: '"Licence number"' }), /Licence/)
    await call('update_block', { block_id, find: 'WH 34', replace: 'WH 43' })
    return linesWith(await call('read_block', { block_id }), /edited|changed/i).join('\n')
  },
  'words-before': async ({ call }) => {
    const block_id = idOf(await call('add_block', { page: 'slow work', text: 'Waiting for glue' }), /glue/)
    await call('update_block', { block_id, text: 'Waiting for pitch' })
    return linesWith(await call('read_block', { block_id }), /glue/).join('\n')
  },
  'two-canceled': async (tools) => {
    const found = await search(tools, '(or "song for the landing" "grey-blue") (todo LATER)')
    const ids = [/song/, /grey-blue/].map((words) => idOf(found, words))
    return tools.call('batch_write', each(ids, 'set_task', { state: 'canceled' }))
  },
  'trip-tasks-later': async ({ call }) => {
    const tasks = await call('list_tasks', { page: 'Trip to Reed Island' })
    const ids = [/Nine Elms/, /life jackets/].map((words) => idOf(tasks, words))
    return call('batch_write', each(ids, 'set_task', { shift: '+1w' }))
  },
  'no-more-c': async ({ call }) => {
    const tasks = linesWith(await call('list_tasks', { priority: 'C' }), /^- .*\^/)
    return call(
      'batch_write',
      each(
        tasks.map((line) => idOf(line, /./)),
        'set_task',
        { priority: 'B' },
      ),
    )
  },
  'launch-day': async ({ call }) =>
    call('batch_write', {
      operations: [
        { op: 'create_page', name: 'Launch day', outline: '- TODO Invite the town\n- TODO Borrow a trumpet' },
        { op: 'add_block', page: 'today', text: 'The day is on [[Launch day]]' },
      ],
    }),
  'three-countries': async ({ call }) =>
    call('batch_write', {
      operations: ['Mira', 'Jonas', 'Tarek'].map((page) => ({
        op: 'set_property',
        page,
        key: 'country',
        value: 'United Kingdom',
      })),
    }),
  'batch-undone': async ({ call }) => {
    const tasks = await call('list_tasks', { due_from: 'tomorrow', due_by: 'tomorrow' })
    const ids = [/rope/, /sourdough/].map((words) => idOf(tasks, words))
    const done = await call('batch_write', each(ids, 'set_task', { state: 'done' }))
    return call('revert_change', { change_id: changeOf(done) })
  },
  'mira-knows-tarek': async ({ call }) =>
    call('set_property', { page: 'Mira', key: 'knows', value: { add: ['Tarek Haddad'] } }),
  'not-slow': async ({ call }) =>
    call('set_property', { page: 'The Heron', key: 'tags', value: { remove: ['slow work'] } }),
  'zither-to-today': async (tools) => {
    const id = idOf(await search(tools, '"The zither that he is stringing"'), /zither/)
    return tools.call('move_blocks', { block_ids: [id], page: 'today' })
  },
  'tea-last': async (tools) => {
    const found = await search(
      tools,
      '(page [[Trip to Reed Island]]) (or "Cast off" "home with the current")',
    )
    const [id, after] = [idOf(found, /Cast off/), idOf(found, /home with/)]
    return tools.call('move_blocks', { block_ids: [id], after })
  },
  'lantern-into-the-drawer': async (tools) => {
    const found = await search(tools, '(page [[Boathouse inventory]]) (or "Lantern" "Signal flags")')
    return tools.call('move_blocks', {
      block_ids: [idOf(found, /Lantern/)],
      parent_id: idOf(found, /Signal/),
    })
  },
  'lists-of-the-trip': async ({ call }) => {
    const tasks = await call('list_tasks', { page: 'Trip to Reed Island' })
    const block_ids = [/Nine Elms/, /life jackets/].map((words) => idOf(tasks, words))
    return call('batch_write', {
      operations: [
        { op: 'create_page', name: 'Trip list' },
        { op: 'move_blocks', block_ids, page: '$1' },
      ],
    })
  },
  'album-renamed': async ({ call }) =>
    call('rename_page', { name: 'Songs for a Low River', to: 'Low Water Songs' }),
  'town-with-two-names': async ({ call }) =>
    call('rename_page', { name: 'Wendhaven', to: 'Wendhaven on Wend', keep_alias: true }),
  'lock-in-town': async ({ call }) =>
    call('rename_page', { name: 'Nine Elms', to: 'Wendhaven', merge: true }),
  'mayor-gone-and-back': async (tools) => {
    const id = idOf(await search(tools, '"Invite the mayor"'), /mayor/)
    const gone = await tools.call('delete_blocks', { block_ids: [id] })
    return tools.call('revert_change', { change_id: changeOf(gone) })
  },
  'gauge-page-gone': async ({ call }) => call('delete_page', { name: 'Bridge gauge' }),
}

const dayIn = (line: string): string => /birthday "(.*)"/.exec(line)?.[1] ?? ''
