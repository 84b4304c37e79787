/** A published site as plain files. @see sharing 4 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { openSqlite } from '@notegraph/store/sqlite'
import { beforeAll, expect, test } from 'vitest'
import { useHome, writeNotes } from './home.ts'

const { at, notegraph, json, failure } = useHome()
const site = ['--account', 'me', '--site', 'garden']

beforeAll(async () => {
  writeNotes(at('notes'))
  await json('account', 'create', 'me')
  await json('account', 'create', 'other')
  await json('import', at('notes'), '--account', 'me')
  const store = openSqlite(at('data'))
  const page = (await store.graph('me').pages.findByName('ada'))!
  const rule = { pages: [page.id], journals: false }
  const garden = { accountId: 'me', title: 'A garden', rule, createdAt: 1 }
  for (const slug of ['garden', 'closed'])
    await store.sites.create({ ...garden, slug }, { open: 10, closed: 10 })
  await store.sites.end('me', 'closed', 2)
  await store.close()
})

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1))
    .toSorted()

test('[S4] a site is written to a folder, and the same command again changes no byte', async () => {
  const { code, stdout } = await notegraph('publish', at('public'), ...site)
  expect([code, stdout]).toEqual([0, `Wrote 1 page, 1 file to ${at('public')}.\n`])
  const unhashed = filesOf(at('public')).map((path) => path.replace(/-[\w-]{12}(?=\.\w+$)/, ''))
  expect(unhashed.toSorted()).toEqual([
    '404.html',
    'ada.html',
    'ada.md',
    'assets/icon.svg',
    'assets/reader.css',
    'assets/site-look.css',
    'assets/site-search.js',
    'assets/site.js',
    'files/plan.png',
    'graph.html',
    'index.html',
    'llms.txt',
    'pages/index.html',
    'search-index.js',
    'search.html',
  ])
  expect(readFileSync(at('public/ada.html'), 'utf8')).toContain('write to Bob')
  const bytes = () => filesOf(at('public')).map((path) => readFileSync(at(`public/${path}`), 'base64'))
  const before = bytes()
  expect(await json('publish', at('public'), ...site)).toEqual({ pages: 1, files: 1, missing: [] })
  expect(bytes()).toEqual(before)
})

test('[S4] with --base, the site has complete addresses', async () => {
  await json('publish', at('based'), ...site, '--base', 'https://garden.example/notes/')
  const map = readFileSync(at('based/sitemap.xml'), 'utf8')
  expect(map).toContain('<loc>https://garden.example/notes/ada.html</loc>')
  const feed = readFileSync(at('based/feed.xml'), 'utf8')
  expect(feed).toContain('<id>https://garden.example/notes/feed.xml</id>')
})

test.each<[what: string, args: () => string[], words: string]>([
  ['a site that is none', () => ['--account', 'me', '--site', 'none'], 'No site of this account'],
  ['a site of another account', () => ['--account', 'other', '--site', 'garden'], 'No site of this account'],
  ['a site that ended', () => ['--account', 'me', '--site', 'closed'], 'This site has ended.'],
  ['an account that is none', () => ['--account', 'nobody', '--site', 'garden'], 'No account has the id'],
])('%s is refused in one line', async (_, args, words) => {
  expect(await failure(1, 'publish', at('none'), ...args())).toContain(words)
  expect(existsSync(at('none'))).toBe(false)
})

test('a file in the way of the site is named, and stays', async () => {
  mkdirSync(at('mine'))
  writeFileSync(at('mine/index.html'), 'mine')
  expect(await failure(1, 'publish', at('mine'), ...site)).toBe(
    `notegraph: index.html in ${at('mine')} is not of the site. Move the file, or choose another folder.\n`,
  )
  expect(filesOf(at('mine'))).toEqual(['index.html'])
  expect(readFileSync(at('mine/index.html'), 'utf8')).toBe('mine')
})

test.each(['garden.example', 'ftp://garden.example', 'https://garden.example?x=1'])(
  '--base %s is wrong usage',
  async (base) => {
    expect(await failure(2, 'publish', at('none'), ...site, '--base', base)).toContain(
      'http or https address',
    )
  },
)
