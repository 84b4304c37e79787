/** Every route that the OpenAPI documents describe has a method of a client, or a reason to have none. */
import { ABOUT_APP, ABOUT_NOTES, APP_ROUTES, openApiDocument, ROUTES, TOOLS } from '@notegraph/contract'
import { describe, expect, test } from 'vitest'
import {
  accountClient,
  peopleClient,
  changesClient,
  conflictsClient,
  filesClient,
  historyClient,
  notesClient,
  sharesClient,
  sitesClient,
  tokensClient,
  transferClient,
  digestClient,
  pluginsClient,
  webhooksClient,
  type ClientOptions,
} from './index.ts'

const clientsOf = (options: ClientOptions) => ({
  account: accountClient(options),
  people: peopleClient(options),
  changes: changesClient(options),
  conflicts: conflictsClient(options),
  files: filesClient(options),
  history: historyClient(options),
  notes: notesClient(options),
  shares: sharesClient(options),
  sites: sitesClient(options),
  tokens: tokensClient(options),
  transfer: transferClient(options),
  digest: digestClient(options),
  plugins: pluginsClient(options),
  webhooks: webhooksClient(options),
})
type Clients = ReturnType<typeof clientsOf>

/** By client and method: the route that it calls, and a call of it. */
const CALLS: readonly (readonly [name: string, route: string, call: (it: Clients) => Promise<unknown>])[] = [
  ['account.readStorage', 'GET /api/v1/settings/storage', (it) => it.account.readStorage()],
  ['account.listDevices', 'GET /api/v1/settings/devices', (it) => it.account.listDevices()],
  ['account.endDevice', 'POST /api/v1/settings/devices/{id}/end', (it) => it.account.endDevice('x/y')],
  ['account.signOutEverywhere', 'POST /api/v1/settings/sign-out', (it) => it.account.signOutEverywhere()],
  ['account.close', 'POST /api/v1/settings/account/close', (it) => it.account.close('x')],
  ['people.list', 'GET /api/v1/settings/people', (it) => it.people.list({ limit: 1 })],
  ['people.make', 'POST /api/v1/settings/people', (it) => it.people.make({ id: 'x' })],
  ['people.change', 'PATCH /api/v1/settings/people/{id}', (it) => it.people.change('x/y', { quota: 1 })],
  ['people.invite', 'POST /api/v1/settings/people/{id}/invite', (it) => it.people.invite('x/y')],
  ['people.mailLink', 'POST /api/v1/settings/people/{id}/sign-in-mail', (it) => it.people.mailLink('x/y')],
  ['people.signOut', 'POST /api/v1/settings/people/{id}/sign-out', (it) => it.people.signOut('x/y')],
  ['people.remove', 'POST /api/v1/settings/people/{id}/remove', (it) => it.people.remove('x/y', 'x')],
  ['account.listAudit', 'GET /api/v1/settings/audit', (it) => it.account.listAudit({ limit: 1 })],
  ['account.listNotices', 'GET /api/v1/settings/notices', (it) => it.account.listNotices()],
  ['account.lookAtChanges', 'POST /api/v1/settings/notices/look', (it) => it.account.lookAtChanges()],
  ['changes.list', 'GET /api/v1/settings/changes', (it) => it.changes.list()],
  ['changes.read', 'GET /api/v1/settings/changes/{id}', (it) => it.changes.read('x/y')],
  ['changes.revert', 'POST /api/v1/settings/changes/{id}/revert', (it) => it.changes.revert('x/y')],
  ['changes.keep', 'POST /api/v1/settings/changes/keep', (it) => it.changes.keep({ ids: ['x'] })],
  ['changes.see', 'POST /api/v1/settings/changes/see', (it) => it.changes.see(['x'])],
  ['changes.revertAll', 'POST /api/v1/settings/changes/revert', (it) => it.changes.revertAll(['x'])],
  ['conflicts.list', 'GET /api/sync/conflicts', (it) => it.conflicts.list({ offset: 1 })],
  ['conflicts.pick', 'POST /api/sync/conflicts/{id}', (it) => it.conflicts.pick('x/y', 'r')],
  ['files.add', 'POST /api/files', (it) => it.files.add({ name: 'a.txt', bytes: new Blob(['a']) })],
  ['files.read', 'GET /api/files/{id}', (it) => it.files.read('x/y')],
  ['files.listUnlinked', 'GET /api/v1/settings/storage/files', (it) => it.files.listUnlinked()],
  [
    'files.removeUnlinked',
    'POST /api/v1/settings/storage/files/remove',
    (it) => it.files.removeUnlinked(['x']),
  ],
  ['history.listPage', 'GET /api/v1/settings/pages/{id}/history', (it) => it.history.listPage('x/y')],
  [
    'history.readPage',
    'GET /api/v1/settings/pages/{id}/history/{seq}',
    (it) => it.history.readPage('x/y', 1),
  ],
  ['history.listSnapshots', 'GET /api/v1/settings/snapshots', (it) => it.history.listSnapshots()],
  ['history.makeSnapshot', 'POST /api/v1/settings/snapshots', (it) => it.history.makeSnapshot('x')],
  ['history.readSnapshot', 'GET /api/v1/settings/snapshots/{id}', (it) => it.history.readSnapshot('x/y')],
  [
    'history.removeSnapshot',
    'DELETE /api/v1/settings/snapshots/{id}',
    (it) => it.history.removeSnapshot('x/y'),
  ],
  [
    'history.downloadSnapshot',
    'GET /api/v1/settings/snapshots/{id}/archive',
    (it) => it.history.downloadSnapshot('x/y'),
  ],
  ['history.forget', 'POST /api/v1/settings/history/forget', (it) => it.history.forget({ page: 'x' })],
  ['history.restore', 'POST /api/v1/settings/restore', (it) => it.history.restore({ seq: 1 })],
  ['history.readRestore', 'GET /api/v1/settings/restore', (it) => it.history.readRestore()],
  ['notes.listPages', 'GET /api/v1/notes/pages', (it) => it.notes.listPages()],
  ['notes.readPage', 'GET /api/v1/notes/pages/{name}', (it) => it.notes.readPage('x/y')],
  ['notes.readDay', 'GET /api/v1/notes/days/{date}', (it) => it.notes.readDay('today')],
  ['notes.readBlock', 'GET /api/v1/notes/blocks/{id}', (it) => it.notes.readBlock('x/y')],
  ['notes.search', 'GET /api/v1/notes/search', (it) => it.notes.search({ q: 'x' })],
  ['notes.listTasks', 'GET /api/v1/notes/tasks', (it) => it.notes.listTasks()],
  ['notes.listOwnChanges', 'GET /api/v1/notes/changes', (it) => it.notes.listOwnChanges()],
  [
    'notes.revertOwnChange',
    'POST /api/v1/notes/changes/{id}/revert',
    (it) => it.notes.revertOwnChange('x/y'),
  ],
  [
    'notes.listen',
    'GET /api/v1/notes/live',
    (it) =>
      it.notes
        .listen()
        .next()
        .catch(() => {}),
  ],
  ['notes.readBlockLinks', 'GET /api/v1/notes/blocks/{id}/links', (it) => it.notes.readBlockLinks('x/y')],
  ['notes.readLinks', 'GET /api/v1/notes/pages/{name}/links', (it) => it.notes.readLinks('x/y')],
  ['notes.listTypes', 'GET /api/v1/notes/types', (it) => it.notes.listTypes()],
  [
    'notes.addBlock',
    'POST /api/v1/notes/pages/{name}/blocks',
    (it) => it.notes.addBlock('x/y', { text: 'x' }),
  ],
  [
    'notes.addOutline',
    'POST /api/v1/notes/pages/{name}/outline',
    (it) => it.notes.addOutline('x/y', { text: 'x' }),
  ],
  ['notes.createPage', 'POST /api/v1/notes/pages', (it) => it.notes.createPage({ name: 'x' })],
  ['notes.setTask', 'POST /api/v1/notes/tasks/{id}', (it) => it.notes.setTask('x/y', { state: 'done' })],
  [
    'notes.updateBlock',
    'PATCH /api/v1/notes/blocks/{id}',
    (it) => it.notes.updateBlock('x/y', { text: 'x' }),
  ],
  [
    'notes.setBlockProperties',
    'PATCH /api/v1/notes/blocks/{id}/properties',
    (it) => it.notes.setBlockProperties('x/y', { properties: {} }),
  ],
  ['notes.batchWrite', 'POST /api/v1/notes/batch', (it) => it.notes.batchWrite({ operations: [] })],
  [
    'notes.moveBlock',
    'POST /api/v1/notes/blocks/{id}/move',
    (it) => it.notes.moveBlock('x/y', { page: 'x' }),
  ],
  ['notes.deleteBlock', 'POST /api/v1/notes/blocks/{id}/delete', (it) => it.notes.deleteBlock('x/y')],
  [
    'notes.renamePage',
    'POST /api/v1/notes/pages/{name}/rename',
    (it) => it.notes.renamePage('x/y', { to: 'x' }),
  ],
  ['notes.deletePage', 'POST /api/v1/notes/pages/{name}/delete', (it) => it.notes.deletePage('x/y')],
  [
    'notes.setProperty',
    'PATCH /api/v1/notes/pages/{name}/properties/{key}',
    (it) => it.notes.setProperty('x/y', 'k', { value: null }),
  ],
  [
    'notes.setProperties',
    'PATCH /api/v1/notes/pages/{name}/properties',
    (it) => it.notes.setProperties('x/y', { properties: {} }),
  ],
  ['shares.list', 'GET /api/v1/settings/shares', (it) => it.shares.list()],
  ['shares.make', 'POST /api/v1/settings/shares', (it) => it.shares.make({ page: 'x' })],
  ['shares.change', 'PATCH /api/v1/settings/shares/{id}', (it) => it.shares.change('x/y', { quotes: true })],
  ['shares.end', 'POST /api/v1/settings/shares/{id}/end', (it) => it.shares.end('x/y')],
  ['shares.open', 'POST /api/v1/settings/shares/{id}/open', (it) => it.shares.open('x/y')],
  ['sites.list', 'GET /api/v1/settings/sites', (it) => it.sites.list()],
  ['sites.listPages', 'GET /api/v1/settings/sites/{slug}/pages', (it) => it.sites.listPages('x/y')],
  ['sites.publish', 'POST /api/v1/settings/sites', (it) => it.sites.publish({ slug: 'x', title: 'x' })],
  ['sites.change', 'PATCH /api/v1/settings/sites/{slug}', (it) => it.sites.change('x/y', { journals: true })],
  [
    'sites.download',
    'GET /api/v1/settings/sites/{slug}/archive',
    (it) => it.sites.download('x/y', { base: 'https://x.example' }),
  ],
  ['sites.end', 'POST /api/v1/settings/sites/{slug}/end', (it) => it.sites.end('x/y')],
  ['sites.open', 'POST /api/v1/settings/sites/{slug}/open', (it) => it.sites.open('x/y')],
  ['tokens.list', 'GET /api/v1/settings/tokens', (it) => it.tokens.list()],
  ['tokens.make', 'POST /api/v1/settings/tokens', (it) => it.tokens.make({ name: 'x' })],
  ['tokens.change', 'PATCH /api/v1/settings/tokens/{id}', (it) => it.tokens.change('x/y', { may: [] })],
  ['tokens.revoke', 'POST /api/v1/settings/tokens/{id}/revoke', (it) => it.tokens.revoke('x/y')],
  ['transfer.export', 'GET /api/v1/settings/export', (it) => it.transfer.export()],
  ['transfer.startImport', 'POST /api/v1/settings/import', (it) => it.transfer.startImport(new Blob([]))],
  ['transfer.readImport', 'GET /api/v1/settings/import', (it) => it.transfer.readImport()],
  ['digest.read', 'GET /api/v1/settings/digest', (it) => it.digest.read()],
  ['digest.change', 'PATCH /api/v1/settings/digest', (it) => it.digest.change({ on: true })],
  [
    'digest.addBrowser',
    'POST /api/v1/settings/digest/browsers',
    (it) => it.digest.addBrowser({ endpoint: 'x', keys: { p256dh: 'x', auth: 'x' } }),
  ],
  [
    'digest.removeBrowser',
    'POST /api/v1/settings/digest/browsers/{id}/remove',
    (it) => it.digest.removeBrowser('x/y'),
  ],
  ['plugins.list', 'GET /api/v1/settings/plugins', (it) => it.plugins.list()],
  ['plugins.look', 'POST /api/v1/settings/plugins/look', (it) => it.plugins.look('x')],
  [
    'plugins.install',
    'POST /api/v1/settings/plugins',
    (it) => it.plugins.install({ url: 'x', version: 'y' }),
  ],
  ['plugins.read', 'GET /api/v1/settings/plugins/{id}', (it) => it.plugins.read('x/y')],
  ['plugins.stop', 'POST /api/v1/settings/plugins/{id}/stop', (it) => it.plugins.stop('x/y')],
  ['webhooks.list', 'GET /api/v1/settings/webhooks', (it) => it.webhooks.list()],
  ['webhooks.make', 'POST /api/v1/settings/webhooks', (it) => it.webhooks.make({ url: 'x' })],
  ['webhooks.read', 'GET /api/v1/settings/webhooks/{id}', (it) => it.webhooks.read('x/y')],
  [
    'webhooks.renewSecret',
    'POST /api/v1/settings/webhooks/{id}/secret',
    (it) => it.webhooks.renewSecret('x/y'),
  ],
  [
    'webhooks.change',
    'PATCH /api/v1/settings/webhooks/{id}',
    (it) => it.webhooks.change('x/y', { on: true }),
  ],
  ['webhooks.remove', 'POST /api/v1/settings/webhooks/{id}/remove', (it) => it.webhooks.remove('x/y')],
  [
    'webhooks.listDeliveries',
    'GET /api/v1/settings/webhooks/{id}/deliveries',
    (it) => it.webhooks.listDeliveries('x/y'),
  ],
  [
    'webhooks.sendAgain',
    'POST /api/v1/settings/webhooks/{id}/deliveries/{delivery}/send',
    (it) => it.webhooks.sendAgain('x/y', 'm/n'),
  ],
]

/** Methods that call others. */
const BUILT_ON_OTHERS = ['history.waitForRestore', 'transfer.waitForImport']

/** Routes without a method, and why. */
const LEFT: Readonly<Record<string, string>> = {
  'GET /api/sync': 'The engine of @notegraph/sync pulls.',
  'GET /api/sync/archive': 'The engine of @notegraph/sync pulls a large graph.',
  'GET /api/sync/pages/{id}': 'A device shows it before its first pull is complete; see fetchTransport.',
  'GET /api/v1/settings/device': 'A page in a browser asks it, with the cookie of the browser.',
  'POST /api/sync': 'The engine of @notegraph/sync pushes.',
  'GET /api/sync/live': 'The engine of @notegraph/sync listens.',
  'GET /api/v1/openapi.json': 'A document for tools that generate clients, open to any caller.',
  'GET /api/v1/settings/openapi.json': 'A document for tools that generate clients, open to any caller.',
  'POST /api/mcp': 'Assistants call it with a client of MCP.',
}

const about = { baseUrl: 'https://notes.example', version: '1' }
const described = [
  openApiDocument({ ...about, routes: ROUTES, tools: TOOLS, about: ABOUT_NOTES }),
  openApiDocument({ ...about, routes: APP_ROUTES, about: ABOUT_APP }),
].flatMap(({ paths }) =>
  Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  ),
)

/** As the server reads a target: each parameter is one part of the path. */
const routeOf = (method: string, path: string): string | undefined =>
  described
    .filter((route) => {
      const [itsMethod, template = ''] = route.split(' ')
      return itsMethod === method && new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
    })
    // A part that is written out wins over a parameter.
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0]

describe('each method calls its route', () => {
  test.each(CALLS)('%s is %s', async (_, route, call) => {
    const asked: string[] = []
    const clients = clientsOf({
      url: about.baseUrl,
      token: 't',
      fetch: async (url, { method = '' }) => {
        asked.push(`${routeOf(method, new URL(url).pathname)}`)
        return Response.json({ import: null })
      },
    })
    await call(clients)
    expect(asked).toEqual([route])
  })
})

test('no route is without a method or a reason', () => {
  const called = CALLS.map(([, route]) => route)
  expect([...called, ...Object.keys(LEFT)].toSorted()).toEqual(described.toSorted())
})

test('no method is without its line in the table', () => {
  const clients = clientsOf({ url: about.baseUrl, token: 't' })
  const methods = Object.entries(clients).flatMap(([name, client]) =>
    Object.keys(client).map((method) => `${name}.${method}`),
  )
  expect([...CALLS.map(([name]) => name), ...BUILT_ON_OTHERS].toSorted()).toEqual(methods.toSorted())
})
