/** Handlers of the settings routes for apps. @see decisions 8, 9.2 */
import {
  AuditQuery,
  ChangeShare,
  ChangeToken,
  ChangeSite,
  ChangesQuery,
  DevicesQuery,
  HistoryQuery,
  MakeSnapshot,
  MakeToken,
  PublishSite,
  RemoveFiles,
  RestoreBody,
  ChangePerson,
  CloseAccount,
  InvitePerson,
  MakePerson,
  PeopleQuery,
  RemovePerson,
  ForgetBody,
  SignOutEverywhere,
  KeepChanges,
  RevertChanges,
  SeeChanges,
  SharePage,
  SharesQuery,
  SitesQuery,
  AddDigestBrowser,
  ChangeDigest,
  InstallPlugin,
  LookAtPlugin,
  MakeWebhook,
  PluginsQuery,
  ChangeWebhook,
  WebhooksQuery,
  TokensQuery,
  UnlinkedFilesQuery,
} from '@notegraph/contract'
import {
  authenticateNewDevice,
  envelope,
  needRecent,
  ok,
  refuse,
  type Notices,
  type Result,
  type SessionCaller,
} from '@notegraph/service'
import { jsonAnswer, type JsonAnswer } from './answers.ts'
import type { Deps } from './context.ts'
import { queryOf } from './target.ts'
import { deviceBodyHandler, deviceWriteHandler } from './device-handlers.ts'
import { sessionRoutes, type ByOperation, type Handler, type Mount } from './token-route.ts'

export const settingsRoutes = (deps: Deps): ByOperation<Mount> => {
  const {
    audit,
    changes,
    devices,
    digest,
    history,
    notices,
    ownAccount,
    people,
    plugins,
    shares,
    sites,
    tokens,
    signIn,
    storage,
    webhooks,
  } = deps
  const isRecent = ({ signedInAt }: SessionCaller): boolean => signIn.isRecent(signedInAt)
  const routes = sessionRoutes({
    async listTokens({ account }, c) {
      const query = queryOf(c, TokensQuery)
      if (!query.ok) return query
      return ok(listed('tokens', (await tokens.list(account.id)).toReversed(), query.value))
    },
    makeToken: deviceWriteHandler(MakeToken, async ({ account }, body) =>
      mapped(await tokens.make(account.id, body)),
    ),
    changeToken: deviceWriteHandler(ChangeToken, async (session, { may }, part) => {
      const id = part('id')
      return id.ok ? mapped(await tokens.setRights(session.account.id, id.value, may, isRecent(session))) : id
    }),
    revokeToken: named('id', async ({ account }, id) => mapped(await tokens.revoke(account.id, id))),
    async listChanges({ account }, c) {
      const query = queryOf(c, ChangesQuery)
      return query.ok ? ok(await changes.list(account.id, query.value)) : query
    },
    readChange: named('id', ({ account }, id) => changes.read(account.id, id)),
    revertChange: named('id', ({ account }, id) => changes.revert(account, id)),
    revertChanges: deviceWriteHandler(RevertChanges, ({ account }, { ids }) =>
      changes.revertAll(account, ids),
    ),
    keepChanges: deviceWriteHandler(KeepChanges, async ({ account }, which) =>
      ok(await changes.keep(account.id, which)),
    ),
    seeChanges: deviceBodyHandler(SeeChanges, async ({ account }, { ids }) =>
      ok(await changes.see(account.id, ids)),
    ),
    async listDevices({ account, sessionId }, c) {
      const query = queryOf(c, DevicesQuery)
      if (!query.ok) return query
      const { json } = listed('devices', await devices.list(account.id), query.value)
      return ok({ json: `{"own":${JSON.stringify(sessionId)},${json.slice(1)}` })
    },
    endDevice: named('id', async ({ account }, id) => mapped(await devices.end(account.id, id))),
    signOutEverywhere: deviceBodyHandler(SignOutEverywhere, async ({ account, sessionId }, { tokens }) =>
      ok(jsonAnswer(await ownAccount.signOut(account.id, { tokens, except: sessionId }))),
    ),
    closeAccount: deviceBodyHandler(CloseAccount, async ({ account }, { name }) =>
      mapped(await ownAccount.close(account, name)),
    ),
    async listPeople({ account }, c) {
      const query = queryOf(c, PeopleQuery)
      if (!query.ok) return query
      const found = await people.list(account, query.value)
      return found.ok
        ? ok(partOf('people', found.value.people, query.value.offset, found.value.total))
        : found
    },
    makePerson: deviceBodyHandler(MakePerson, async ({ account }, body) =>
      mapped(await people.make(account, body)),
    ),
    changePerson: deviceBodyHandler(ChangePerson, async (session, body, part) => {
      const id = part('id')
      return id.ok ? mapped(await people.change(session.account, id.value, body, isRecent(session))) : id
    }),
    invitePerson: deviceBodyHandler(InvitePerson, async ({ account }, { email }, part) => {
      const id = part('id')
      return id.ok ? mapped(await people.invite(account, id.value, email)) : id
    }),
    mailPersonLink: named('id', async ({ account }, id) => mapped(await people.mailLink(account, id))),
    signOutPerson: deviceBodyHandler(SignOutEverywhere, async ({ account }, body, part) => {
      const id = part('id')
      return id.ok ? mapped(await people.signOut(account, id.value, body)) : id
    }),
    removePerson: deviceBodyHandler(RemovePerson, async ({ account }, { name }, part) => {
      const id = part('id')
      return id.ok ? mapped(await people.remove(account, id.value, name)) : id
    }),
    async listUnlinkedFiles({ account }, c) {
      const query = queryOf(c, UnlinkedFilesQuery)
      return query.ok ? ok(jsonAnswer(await storage.unlinked(account, query.value))) : query
    },
    removeUnlinkedFiles: deviceWriteHandler(RemoveFiles, async ({ account }, { ids }) =>
      mapped(await storage.removeUnlinked(account, ids)),
    ),
    listAudit: inParts('events', AuditQuery, async ({ account }, part) => audit.list(account.id, part)),
    listShares: inParts('shares', SharesQuery, async ({ account }, part) => shares.list(account, part)),
    sharePage: deviceWriteHandler(SharePage, async ({ account }, body) =>
      mapped(await shares.make(account, body)),
    ),
    changeShare: deviceWriteHandler(ChangeShare, async (session, body, part) => {
      const id = part('id')
      return id.ok ? mapped(await shares.change(session.account, id.value, body, isRecent(session))) : id
    }),
    endShare: named('id', async ({ account }, id) => mapped(await shares.end(account, id))),
    openShare: named('id', async ({ account }, id) => mapped(await shares.reopen(account, id))),
    listSites: inParts('sites', SitesQuery, async ({ account }, part) => sites.list(account, part)),
    publishSite: deviceWriteHandler(PublishSite, async ({ account }, body) =>
      mapped(await sites.publish(account, body)),
    ),
    changeSite: deviceWriteHandler(ChangeSite, async (session, body, part) => {
      const slug = part('slug')
      return slug.ok ? mapped(await sites.change(session.account, slug.value, body, isRecent(session))) : slug
    }),
    endSite: named('slug', async ({ account }, slug) => mapped(await sites.end(account, slug))),
    openSite: named('slug', async ({ account }, slug) => mapped(await sites.reopen(account, slug))),
    async listSitePages({ account }, c, { part: parameter }) {
      const query = queryOf(c, SitesQuery)
      if (!query.ok) return query
      const slug = parameter(c, 'slug')
      if (!slug.ok) return slug
      const found = await sites.listPages(account, slug.value, query.value)
      return found.ok ? ok(partOf('pages', found.value.pages, query.value.offset, found.value.total)) : found
    },
    listWebhooks: inParts('webhooks', WebhooksQuery, async ({ account }, part) =>
      webhooks.list(account, part),
    ),
    makeWebhook: deviceWriteHandler(MakeWebhook, async ({ account }, body) =>
      mapped(await webhooks.make(account, body)),
    ),
    readWebhook: named('id', async ({ account }, id) => mapped(await webhooks.read(account, id))),
    renewWebhookSecret: named('id', async ({ account }, id) =>
      mapped(await webhooks.renewSecret(account, id)),
    ),
    changeWebhook: deviceWriteHandler(ChangeWebhook, async (session, body, part) => {
      const id = part('id')
      return id.ok ? mapped(await webhooks.change(session.account, id.value, body, isRecent(session))) : id
    }),
    removeWebhook: named('id', async ({ account }, id) => mapped(await webhooks.remove(account, id))),
    async listDeliveries({ account }, c, { part: parameter }) {
      const query = queryOf(c, WebhooksQuery)
      if (!query.ok) return query
      const id = parameter(c, 'id')
      if (!id.ok) return id
      const found = await webhooks.deliveries(account, id.value, query.value)
      if (!found.ok) return found
      return ok(partOf('deliveries', found.value.deliveries, query.value.offset, found.value.total))
    },
    async sendAgain({ account }, c, { part }) {
      const [id, delivery] = [part(c, 'id'), part(c, 'delivery')]
      if (!id.ok) return id
      return delivery.ok ? mapped(await webhooks.sendAgain(account, id.value, delivery.value)) : delivery
    },
    listPlugins: inParts('plugins', PluginsQuery, async ({ account }, part) => plugins.list(account, part)),
    lookAtPlugin: deviceWriteHandler(LookAtPlugin, async ({ account }, body) =>
      mapped(await plugins.look(account, body)),
    ),
    installPlugin: deviceWriteHandler(InstallPlugin, async ({ account }, body) =>
      mapped(await plugins.install(account, body)),
    ),
    readPlugin: named('id', async ({ account }, id) => mapped(await plugins.read(account, id))),
    stopPlugin: named('id', async ({ account }, id) => mapped(await plugins.stop(account, id))),
    listNotices: async ({ account }) => ok(noticesAnswer(await notices.read(account))),
    async lookAtChanges({ account }) {
      await notices.look(account)
      return ok(noticesAnswer(await notices.read(account)))
    },
    readDigest: async ({ account }) => ok(jsonAnswer(await digest.read(account))),
    changeDigest: deviceWriteHandler(ChangeDigest, async (session, body) => {
      // An address gets words of notes.
      const may = needRecent(typeof body.email !== 'string' || isRecent(session))
      return may.ok ? mapped(await digest.change(session.account, body)) : may
    }),
    addDigestBrowser: deviceWriteHandler(AddDigestBrowser, async ({ account }, body) =>
      mapped(await digest.addBrowser(account, body)),
    ),
    removeDigestBrowser: named('id', async ({ account }, id) =>
      mapped(await digest.removeBrowser(account, id)),
    ),
    listPageHistory: async ({ account }, c, { part: parameter }) => {
      const query = queryOf(c, HistoryQuery)
      if (!query.ok) return query
      const id = parameter(c, 'id')
      if (!id.ok) return id
      const found = await history.listPage(account, id.value, query.value)
      if (!found.ok) return found
      return ok(partOf('history', found.value.history, query.value.offset, found.value.total))
    },
    readPageState: async ({ account }, c, { part: parameter }) => {
      const query = queryOf(c, HistoryQuery)
      if (!query.ok) return query
      const id = parameter(c, 'id')
      if (!id.ok) return id
      const seq = parameter(c, 'seq')
      if (!seq.ok) return seq
      if (!COMMIT_NUMBER.test(seq.value)) return refuse({ code: 'not_found', what: 'path' })
      return mapped(await history.readPage(account, id.value, Number(seq.value), query.value))
    },
    readRestore: async ({ account }) =>
      ok(jsonAnswer({ restore: (await history.readRestore(account.id)) ?? null })),
    restore: deviceWriteHandler(RestoreBody, async (session, body) => {
      const isWhole = body.page === undefined && body.block === undefined && body.preview !== true
      const may = needRecent(!isWhole || isRecent(session))
      return may.ok ? mapped(await history.restore(session.account, body, session)) : may
    }),
    forget: deviceBodyHandler(ForgetBody, async ({ account }, body) =>
      mapped(await history.forget(account, body)),
    ),
    listSnapshots: async ({ account }, c) => {
      const query = queryOf(c, HistoryQuery)
      return query.ok ? ok(listed('snapshots', await history.listSnapshots(account), query.value)) : query
    },
    makeSnapshot: deviceWriteHandler(MakeSnapshot, async ({ account }, { name }) =>
      mapped(await history.makeSnapshot(account, name)),
    ),
    readSnapshot: named('id', async ({ account }, id) => mapped(await history.readSnapshot(account, id))),
    removeSnapshot: named('id', async ({ account }, id) => mapped(await history.removeSnapshot(account, id))),
    readStorage: async ({ account }) => ok(jsonAnswer(await storage.read(account))),
  })
  const ownDevice: Handler<SessionCaller> = async ({ account, sessionId, device }) =>
    ok(jsonAnswer({ account: account.id, id: sessionId, device }))
  return { ...routes, ...sessionRoutes({ readOwnDevice: ownDevice }, authenticateNewDevice) }
}

const COMMIT_NUMBER = /^\d{1,15}$/

/**
 * A list that a service returns part by part.
 * @param name the member of the answer, and of what the service returns
 */
const inParts =
  <N extends string>(
    name: N,
    schema: typeof SharesQuery,
    list: (session: SessionCaller, part: SharesQuery) => Promise<Part<N>>,
  ): Handler<SessionCaller> =>
  async (session, c) => {
    const query = queryOf(c, schema)
    if (!query.ok) return query
    const found = await list(session, query.value)
    return ok(partOf(name, found[name], query.value.offset, found.total))
  }

type Part<N extends string> = Readonly<Record<N, readonly object[]>> & { readonly total: number }

/** @param parameter the path parameter that names the item */
const named =
  (
    parameter: string,
    work: (session: SessionCaller, value: string) => Promise<Result<JsonAnswer>>,
  ): Handler<SessionCaller> =>
  async (session, c, { part }) => {
    const value = part(c, parameter)
    return value.ok ? work(session, value.value) : value
  }

const noticesAnswer = ({ notices }: Notices): JsonAnswer => partOf('notices', notices, 0, notices.length)

const mapped = (result: Result<object>): Result<JsonAnswer> =>
  result.ok ? ok(jsonAnswer(result.value)) : result

/** A part of a list, as a service returned it. */
const partOf = (name: string, items: readonly object[], offset: number, total: number): JsonAnswer => ({
  json: `{"${name}":${JSON.stringify(items)},${envelope(items.length, offset, total)}}`,
})

/** A window of a list that is short enough to load completely. */
function listed(
  name: string,
  items: readonly object[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): JsonAnswer {
  return partOf(name, items.slice(offset, offset + limit), offset, items.length)
}
