/** The scripted agent's plans for tasks that only read. */
import { weekdayIn } from './calendar.ts'
import { fieldOf, linesWith, pagesOf, under, type Plan } from './tools.ts'

export const READS: { readonly [task: string]: Plan } = {
  'plan-for-a-day': async ({ call }, ask) => call('read_day', { date: weekdayIn(ask) }),
  'rye-meal': async ({ call }) => {
    const [row = ''] = linesWith(await call('search', { query: 'rye meal' }), /rye meal/)
    const grams = [...row.matchAll(/(\d+) g/g)].map((match) => Number(match[1]))
    return `${grams.reduce((sum, each) => sum + each, 0)} g`
  },
  batteries: async ({ call }) => {
    const found = await call('search', { query: 'batteries (between -7d today)' })
    return linesWith(found, /batteries/).join('\n')
  },
  'japanese-line': async ({ call }) =>
    linesWith(await call('search', { query: '朝 パン' }), /パン/).join('\n'),
  'ottilies-lines': async ({ call }) =>
    linesWith(await call('search', { query: '(property source [[Ottilie Brandt]])' }), /> /).join('\n'),
  'links-to-almanac': async ({ call }) =>
    pagesOf(await call('search', { query: '[[Paddle Wheel Almanac]]' })).join(', '),
  'river-this-week': async ({ call }) => call('search', { query: '(between -7d today) #river' }),
  overdue: async ({ call }) => under(await call('list_tasks', { due_by: 'yesterday' }), 'Overdue'),
  tomorrow: async ({ call }) =>
    linesWith(await call('list_tasks', { due_from: 'tomorrow', due_by: 'tomorrow' }), /^- /).join('\n'),
  'priority-a': async ({ call }) => linesWith(await call('list_tasks', { priority: 'A' }), /^- /).join('\n'),
  'five-stars': async ({ call }) =>
    pagesOf(await call('search', { query: '(page-property rating 5)' })).join(', '),
  translator: async ({ call }) => {
    const [name] = pagesOf(await call('list_pages', { property: 'occupation=Translator' }))
    return `${name}, ${fieldOf(await call('read_page', { name }), 'Birthday')}`
  },
  bakery: async ({ call }) => {
    const [name] = pagesOf(await call('list_pages', { property: 'industry=Bakery' }))
    const page = await call('read_page', { name })
    return `${fieldOf(page, 'Founder')}, ${fieldOf(page, 'Phone')}`
  },
  'which-brandt': async ({ call }) => {
    const names = pagesOf(await call('list_pages', { q: 'Brandt' })).filter((name) => name.includes('Brandt'))
    const pages = await Promise.all(names.map(async (name) => call('read_page', { name })))
    const born = pages.map((page, i) => `${names[i]}: ${linesWith(page, /birthday|born/i).join('; ')}`)
    return `There are several; which of them?\n${born.join('\n')}`
  },
  'which-baking': async ({ call }) => {
    const tasks = linesWith(await call('list_tasks', { q: 'bake' }), /\bbake\b/i)
    return tasks.length === 1 ? tasks[0]! : `Which of these is it?\n${tasks.join('\n')}`
  },
  'harbour-letter': async ({ call }) => {
    const letter = await call('read_page', { name: 'Letter from the harbour office' })
    // Instructions to the reader of a note are not what the office asks of the person.
    return linesWith(letter, /^- /)
      .filter((line) => !/assistant/i.test(line))
      .join('\n')
  },
  'nothing-about-keaton': async ({ call }) => {
    const page = await call('read_page', { name: 'Buster Keaton' })
    const born = linesWith(await call('search', { query: 'Keaton born' }), /born/i)
    return born.length === 0 ? `The notes do not say. ${page}` : born.join('\n')
  },
}
