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
    const months = await call('read_page', { name: 'Logbook of 1958', depth: 1 })
    const counts = [...months.matchAll(/^- ## (\w+) .*\((\d+) blocks folded away\)$/gm)]
    const [, month, count] = counts.toSorted(([, , one], [, , other]) => Number(other) - Number(one))[0]!
    return `${month}, with ${count} entries`
  },
  'bottom-drawer': async ({ call }) => {
    const side = await call('read_page', { name: 'Boathouse inventory', section: 'Right side' })
    return side.split('Bottom drawer')[1]!
  },
  'who-called': async ({ call }) => pagesOf(await call('list_pages', { q: '960147' })).join(', '),
  'who-knows-jonas': async ({ call }) =>
    pagesOf(await call('list_pages', { property: 'knows=Jonas' })).join(', '),
  'who-died': async ({ call }) => {
    const names = pagesOf(await call('list_pages', { type: 'person', property: 'died' }))
    const [name, ...more] = names
    const pages = await call('read_page', { name, more, limit: 1 })
    return linesWith(pages, /^# |^ {2}Died: /).join('\n')
  },
  'gauge-type': async ({ call }) => {
    const page = await call('read_page', { name: 'Bridge gauge' })
    return linesWith(page, /^ {2}(?:type|maker):: /).join('\n')
  },
  'leads-to-reed-island': async ({ call }) => {
    const links = await call('read_links', { name: 'Reed Island' })
    const fields = linesWith(links, /^ {2}[^|:]+: \[\[/)
    return `${pagesOf(links).join(', ')}. In a field, above the blocks: ${fields.join('; ')}`
  },
  'nine-elms-unlinked': async ({ call }) => {
    const links = await call('read_links', { name: 'Nine Elms', unlinked: true })
    const parts = links.split(/^(?=## )/m).filter((part) => part.includes('(no link)'))
    return parts.flatMap(pagesOf).join(', ')
  },
}
