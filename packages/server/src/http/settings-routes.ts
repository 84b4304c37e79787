/** Handlers of the settings routes for apps. @see decisions 8, 9.2 */
import {
  AuditQuery,
  ChangeShare,
  ChangeToken,
  ChangeSite,
  ChangesQuery,
  WindowQuery,
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
  AddDigestBrowser,
  ChangeDigest,
  InstallPlugin,
  LookAtPlugin,
  MakeWebhook,
  ChangeWebhook,
} from '@notegraph/contract'
import { authenticateNewDevice, needRecent, ok, refuse, type SessionCaller } from '@notegraph/service'
import { jsonAnswer } from './answers.ts'
import type { Deps } from './context.ts'
import { deviceHandlers, partOf, windowOf } from './device-handlers.ts'
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
    storage,
    webhooks,
  } = deps
  const { one, list } = deviceHandlers(deps)
  const noticesOf = async (account: SessionCaller['account']) => {
    const { notices: all } = await notices.read(account)
    return ok(partOf('notices', all, 0, all.length))
  }
  const routes = sessionRoutes({
    listTokens: list('tokens', { query: WindowQuery }, async ({ account }, { query }) =>
      ok(windowOf('tokens', (await tokens.list(account.id)).toReversed(), query)),
    ),
    makeToken: one({ body: MakeToken }, ({ account }, { body }) => tokens.make(account.id, body)),
    changeToken: one({ at: ['id'], body: ChangeToken }, ({ account, isRecent }, { id, body }) =>
      tokens.setRights(account.id, id, body.may, isRecent),
    ),
    revokeToken: one({ at: ['id'] }, ({ account }, { id }) => tokens.revoke(account.id, id)),

    listChanges: one({ query: ChangesQuery }, async ({ account }, { query }) =>
      ok(await changes.list(account.id, query)),
    ),
    readChange: one({ at: ['id'] }, ({ account }, { id }) => changes.read(account.id, id)),
    revertChange: one({ at: ['id'] }, ({ account }, { id }) => changes.revert(account, id)),
    revertChanges: one({ body: RevertChanges }, ({ account }, { body }) =>
      changes.revertAll(account, body.ids),
    ),
    keepChanges: one({ body: KeepChanges }, async ({ account }, { body }) =>
      ok(await changes.keep(account.id, body)),
    ),
    seeChanges: one({ body: SeeChanges, inGrace: true }, async ({ account }, { body }) =>
      ok(await changes.see(account.id, body.ids)),
    ),

    listDevices: one({ query: WindowQuery }, async ({ account, sessionId }, { query }) => {
      const { devices: shown, total } = windowOf('devices', await devices.list(account.id), query)
      const { json } = partOf('devices', shown, query.offset, total)
      return ok({ json: `{"own":${JSON.stringify(sessionId)},${json.slice(1)}` })
    }),
    endDevice: one({ at: ['id'] }, ({ account }, { id }) => devices.end(account.id, id)),

    signOutEverywhere: one(
      { body: SignOutEverywhere, inGrace: true },
      async ({ account, sessionId }, { body }) =>
        ok(await ownAccount.signOut(account.id, { tokens: body.tokens, except: sessionId })),
    ),
    closeAccount: one({ body: CloseAccount, inGrace: true }, ({ account }, { body }) =>
      ownAccount.close(account, body.name),
    ),

    listPeople: list('people', { query: PeopleQuery }, ({ account }, { query }) =>
      people.list(account, query),
    ),
    makePerson: one({ body: MakePerson, inGrace: true }, ({ account }, { body }) =>
      people.make(account, body),
    ),
    changePerson: one(
      { at: ['id'], body: ChangePerson, inGrace: true },
      ({ account, isRecent }, { id, body }) => people.change(account, id, body, isRecent),
    ),
    invitePerson: one({ at: ['id'], body: InvitePerson, inGrace: true }, ({ account }, { id, body }) =>
      people.invite(account, id, body.email),
    ),
    mailPersonLink: one({ at: ['id'] }, ({ account }, { id }) => people.mailLink(account, id)),
    signOutPerson: one({ at: ['id'], body: SignOutEverywhere, inGrace: true }, ({ account }, { id, body }) =>
      people.signOut(account, id, body),
    ),
    removePerson: one({ at: ['id'], body: RemovePerson, inGrace: true }, ({ account }, { id, body }) =>
      people.remove(account, id, body.name),
    ),

    listUnlinkedFiles: one({ query: WindowQuery }, async ({ account }, { query }) =>
      ok(await storage.unlinked(account, query)),
    ),
    removeUnlinkedFiles: one({ body: RemoveFiles }, ({ account }, { body }) =>
      storage.removeUnlinked(account, body.ids),
    ),
    readStorage: one({}, async ({ account }) => ok(await storage.read(account))),

    listAudit: list('events', { query: AuditQuery }, async ({ account }, { query }) =>
      ok(await audit.list(account.id, query)),
    ),

    listShares: list('shares', { query: WindowQuery }, async ({ account }, { query }) =>
      ok(await shares.list(account, query)),
    ),
    sharePage: one({ body: SharePage }, ({ account }, { body }) => shares.make(account, body)),
    changeShare: one({ at: ['id'], body: ChangeShare }, ({ account, isRecent }, { id, body }) =>
      shares.change(account, id, body, isRecent),
    ),
    endShare: one({ at: ['id'] }, ({ account }, { id }) => shares.end(account, id)),
    openShare: one({ at: ['id'] }, ({ account }, { id }) => shares.reopen(account, id)),

    listSites: list('sites', { query: WindowQuery }, async ({ account }, { query }) =>
      ok(await sites.list(account, query)),
    ),
    publishSite: one({ body: PublishSite }, ({ account }, { body }) => sites.publish(account, body)),
    changeSite: one({ at: ['slug'], body: ChangeSite }, ({ account, isRecent }, { slug, body }) =>
      sites.change(account, slug, body, isRecent),
    ),
    endSite: one({ at: ['slug'] }, ({ account }, { slug }) => sites.end(account, slug)),
    openSite: one({ at: ['slug'] }, ({ account }, { slug }) => sites.reopen(account, slug)),
    listSitePages: list('pages', { at: ['slug'], query: WindowQuery }, ({ account }, { slug, query }) =>
      sites.listPages(account, slug, query),
    ),

    listWebhooks: list('webhooks', { query: WindowQuery }, async ({ account }, { query }) =>
      ok(await webhooks.list(account, query)),
    ),
    makeWebhook: one({ body: MakeWebhook }, ({ account }, { body }) => webhooks.make(account, body)),
    readWebhook: one({ at: ['id'] }, ({ account }, { id }) => webhooks.read(account, id)),
    changeWebhook: one({ at: ['id'], body: ChangeWebhook }, ({ account, isRecent }, { id, body }) =>
      webhooks.change(account, id, body, isRecent),
    ),
    renewWebhookSecret: one({ at: ['id'] }, ({ account }, { id }) => webhooks.renewSecret(account, id)),
    removeWebhook: one({ at: ['id'] }, ({ account }, { id }) => webhooks.remove(account, id)),
    listDeliveries: list('deliveries', { at: ['id'], query: WindowQuery }, ({ account }, { id, query }) =>
      webhooks.deliveries(account, id, query),
    ),
    sendAgain: one({ at: ['id', 'delivery'] }, ({ account }, { id, delivery }) =>
      webhooks.sendAgain(account, id, delivery),
    ),

    listPlugins: list('plugins', { query: WindowQuery }, async ({ account }, { query }) =>
      ok(await plugins.list(account, query)),
    ),
    lookAtPlugin: one({ body: LookAtPlugin }, ({ account }, { body }) => plugins.look(account, body)),
    installPlugin: one({ body: InstallPlugin }, ({ account }, { body }) => plugins.install(account, body)),
    readPlugin: one({ at: ['id'] }, ({ account }, { id }) => plugins.read(account, id)),
    stopPlugin: one({ at: ['id'] }, ({ account }, { id }) => plugins.stop(account, id)),

    listNotices: one({}, ({ account }) => noticesOf(account)),
    lookAtChanges: one({}, async ({ account }) => {
      await notices.look(account)
      return noticesOf(account)
    }),

    readDigest: one({}, async ({ account }) => ok(await digest.read(account))),
    changeDigest: one({ body: ChangeDigest }, async ({ account, isRecent }, { body }) => {
      // An address gets words of notes.
      const may = needRecent(typeof body.email !== 'string' || isRecent)
      return may.ok ? digest.change(account, body) : may
    }),
    addDigestBrowser: one({ body: AddDigestBrowser }, ({ account }, { body }) =>
      digest.addBrowser(account, body),
    ),
    removeDigestBrowser: one({ at: ['id'] }, ({ account }, { id }) => digest.removeBrowser(account, id)),

    listPageHistory: list('history', { at: ['id'], query: WindowQuery }, ({ account }, { id, query }) =>
      history.listPage(account, id, query),
    ),
    readPageState: one({ at: ['id', 'seq'], query: WindowQuery }, async ({ account }, { id, seq, query }) =>
      COMMIT_NUMBER.test(seq)
        ? history.readPage(account, id, Number(seq), query)
        : refuse({ code: 'not_found', what: 'path' }),
    ),
    readRestore: one({}, async ({ account }) =>
      ok({ restore: (await history.readRestore(account.id)) ?? null }),
    ),
    restore: one({ body: RestoreBody }, async (device, { body }) => {
      const isWhole = body.page === undefined && body.block === undefined && body.preview !== true
      const may = needRecent(!isWhole || device.isRecent)
      return may.ok ? history.restore(device.account, body, device) : may
    }),
    forget: one({ body: ForgetBody, inGrace: true }, ({ account }, { body }) =>
      history.forget(account, body),
    ),
    listSnapshots: list('snapshots', { query: WindowQuery }, async ({ account }, { query }) =>
      ok(windowOf('snapshots', await history.listSnapshots(account), query)),
    ),
    makeSnapshot: one({ body: MakeSnapshot }, ({ account }, { body }) =>
      history.makeSnapshot(account, body.name),
    ),
    readSnapshot: one({ at: ['id'] }, ({ account }, { id }) => history.readSnapshot(account, id)),
    removeSnapshot: one({ at: ['id'] }, ({ account }, { id }) => history.removeSnapshot(account, id)),
  })
  const ownDevice: Handler<SessionCaller> = async ({ account, sessionId, device }) =>
    ok(jsonAnswer({ account: account.id, id: sessionId, device }))
  return { ...routes, ...sessionRoutes({ readOwnDevice: ownDevice }, authenticateNewDevice) }
}

const COMMIT_NUMBER = /^\d{1,15}$/
