/** The scripted agent's plans for long pages, outlines, fields and links. */
import { linesWith, pagesOf, type Plan } from './tools.ts'

export const LOOKUPS: { readonly [task: string]: Plan } = {
  'logbook-september': async ({ call }) => {
    const found = await call('search', { query: '(page [[Logbook of 1958]]) September (or broke new)' })
    return linesWith(found, /\d September, /).join('\n')
  },
  'logbook-last-entry': async ({ call }) => {
    const head = await call('read_page', { name: 'Logbook of 1958', limit: 1 })
    const total = Number(/ of (\d+)\. /.exec(head)![1])
    const end = await call('read_page', { name: 'Logbook of 1958', limit: 1, offset: total - 1 })
    return linesWith(end, /^\t- /).at(-1)!
  },
  'logbook-busiest-month': async ({ call }) => {
    const all = await call('read_page', { name: 'Logbook of 1958', limit: 1000 })
    const months = all.split(/^- ## /m).slice(1)
    const counts = months.map((month) => [month.split(' ')[0], linesWith(month, /^\t- /).length] as const)
    const [month, count] = counts.toSorted(([, one], [, other]) => other - one)[0]!
    return `${month}, with ${count} entries`
  },
  'bottom-drawer': async ({ call }) => {
    const page = await call('read_page', { name: 'Boathouse inventory' })
    const [side = ''] = /^- Bench[^]*?^- /m.exec(page) ?? []
    return side
      .split('Right side')[1]!
      .split('Bottom drawer')[1]!
      .replace(/^- Loft.*/ms, '')
  },
  'who-called': async ({ call }) => pagesOf(await call('list_pages', { q: '960147' })).join(', '),
  'who-knows-jonas': async ({ call }) =>
    pagesOf(await call('list_pages', { property: 'knows=Jonas' })).join(', '),
  'who-died': async ({ call }) => {
    const names = pagesOf(await call('list_pages', { type: 'person', property: 'died' }))
    const pages = await Promise.all(names.map(async (name) => call('read_page', { name, limit: 1 })))
    return pages.map((page, i) => `${names[i]}: ${linesWith(page, /^ {2}Died: /)[0]}`).join('\n')
  },
  'gauge-type': async ({ call }) => {
    const page = await call('read_page', { name: 'Bridge gauge' })
    return linesWith(page, /^ {2}(?:type|maker):: /).join('\n')
  },
  'leads-to-reed-island': async ({ call }) => {
    const all = pagesOf(await call('list_pages', { linked_to: 'Reed Island' }))
    const inText = pagesOf(await call('search', { query: '[[Reed Island]]' }))
    const inFields = all.filter((name) => !inText.includes(name))
    return `${inText.join(', ')} in the text; ${inFields.join(', ')} in a field.`
  },
  'nine-elms-unlinked': async ({ call }) =>
    pagesOf(await call('search', { query: '"Nine Elms" (not [[Nine Elms]])' })).join(', '),
}
