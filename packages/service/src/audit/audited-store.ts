/**
 * A store that notes security events when credentials are created, end or are refused, whichever program does it.
 * Events without a record of their own (import, export, revert) are noted by their service.
 */
import type { AuditEventName, RestoreBody } from '@notegraph/contract'
import { withCommitSteps, type Account, type Store } from '@notegraph/store'
import type { Result } from '../refusal.ts'
import type { ChangesService } from '../changes/service.ts'
import type { ExportsService } from '../transfer/exports.ts'
import type { ImportsService } from '../transfer/imports.ts'
import { endedWords } from '../ended-access.ts'
import { isTokenOpen } from '../token.ts'
import type { HistoryService } from '../history/service.ts'
import type { AuditLog, AuditNote } from './log.ts'
import { settleRules } from '../meant-pages.ts'
import { noteSiteMoves } from './site-moves.ts'

type Note = AuditLog['note']

/**
 * Wraps a store.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const audited = auditedStore(store, auditLog(store, { clock: Date.now }), Date.now)
 * ```
 */
export function auditedStore(
  store: Store,
  audit: Pick<AuditLog, 'note' | 'changedNothing' | 'accountTag' | 'showsPages'>,
  clock: () => number,
): Store {
  const { note, changedNothing, accountTag } = audit
  const {
    accounts,
    tokens,
    sessions,
    browsers,
    signInLinks,
    passkeys,
    connectedApps,
    shares,
    sites,
    webhooks,
    plugins,
    digests,
  } = store
  const steps = { sites: noteSiteMoves(store, audit, clock), rules: settleRules(store) }
  return {
    ...store,
    graph: (accountId) => withCommitSteps(store.graph(accountId), accountId, steps),
    accounts: {
      ...accounts,
      async create(account) {
        const created = await accounts.create(account)
        if (created) await note({ event: 'account_made', accountId: account.id })
        return created
      },
      async update(before, after, notes) {
        const updated = await accounts.update(before, after, notes)
        const change = notes?.change
        if (updated && change)
          await note({
            event: 'plan_changed',
            accountId: after.id,
            by: change.by,
            detail: `${change.from} to ${change.to}`,
          })
        const detail = changeWords(before, after)
        if (updated && detail !== undefined)
          await note({ event: 'account_changed', accountId: after.id, detail })
        return updated
      },
      async remove(id) {
        // The entries of the account go with it, so this one belongs to the operator, under the hash of the log.
        const subject = await accountTag(id).catch(() => undefined)
        const removed = await accounts.remove(id)
        if (removed) await note({ event: 'account_removed', ...(subject !== undefined && { subject }) })
        return removed
      },
      async endAccess(accountId, at, access) {
        const ended = await accounts.endAccess(accountId, at, access)
        const detail = endedWords(ended)
        if (detail !== undefined) await note({ event: 'access_ended', accountId, detail })
        return ended
      },
    },
    tokens: {
      ...tokens,
      async create(token) {
        await tokens.create(token)
        await note({
          event: 'token_made',
          accountId: token.accountId,
          subject: token.id,
          detail: token.scope,
        })
      },
      async setRights(id, accountId, may) {
        const token = await tokens.setRights(id, accountId, may)
        if (token) await note({ event: 'token_changed', accountId, subject: id, detail: may.join() })
        return token
      },
      async revoke(id, at, accountId) {
        const token = await tokens.revoke(id, at, accountId)
        if (token?.revokedAt === at)
          await note({ event: 'token_revoked', accountId: token.accountId, subject: id })
        else changedNothing()
        return token
      },
      async findByHash(hash) {
        const holder = await tokens.findByHash(hash)
        if (holder && !isTokenOpen(holder.token, clock())) {
          const { id: subject, accountId, revokedAt } = holder.token
          const detail = revokedAt === undefined ? 'expired' : 'revoked'
          await note({ event: 'token_refused', accountId, by: 'token', subject, detail })
        }
        return holder
      },
    },
    sessions: {
      ...sessions,
      async create(session) {
        await sessions.create(session)
        await note({ event: 'device_added', accountId: session.accountId, subject: session.id })
      },
      async end(id, at) {
        const session = await sessions.end(id, at)
        if (session?.endedAt === at)
          await note({ event: 'device_ended', accountId: session.accountId, subject: id })
        else changedNothing()
        return session
      },
      async findByHash(hash) {
        const holder = await sessions.findByHash(hash)
        if (holder?.session.endedAt !== undefined) {
          const { id: subject, accountId } = holder.session
          await note({ event: 'device_refused', accountId, by: 'device', subject, detail: 'ended' })
        }
        return holder
      },
    },
    browsers: {
      ...browsers,
      async create(browser, forgetBefore) {
        await browsers.create(browser, forgetBefore)
        const { id: subject, accountId, signedInBy: detail } = browser
        await note({ event: 'sign_in', accountId, by: 'browser', subject, detail })
      },
      async end(accountId, id, at) {
        const ended = await browsers.end(accountId, id, at)
        if (ended) await note({ event: 'sign_out', accountId, subject: id })
        return ended
      },
      async endByProvider(who, at) {
        const ended = await browsers.endByProvider(who, at)
        for (const { id, accountId } of ended)
          await note({ event: 'sign_out', accountId, by: 'provider', subject: id })
        return ended
      },
    },
    connectedApps: {
      ...connectedApps,
      async create(app, most) {
        const created = await connectedApps.create(app, most)
        const { accountId, id: subject, scope } = app
        if (created) await note({ event: 'app_connected', accountId, by: 'browser', subject, detail: scope })
        return created
      },
      async setRights(id, accountId, may) {
        const app = await connectedApps.setRights(id, accountId, may)
        if (app) await note({ event: 'app_changed', accountId, subject: id, detail: may.join() })
        return app
      },
      async end(id, accountId, why) {
        const app = await connectedApps.end(id, accountId)
        if (app)
          await note({
            event: 'app_ended',
            accountId: app.accountId,
            subject: id,
            ...(why && { detail: why, name: app.name }),
          })
        return app
      },
    },
    shares: {
      ...shares,
      async create(share, most) {
        const created = await shares.create(share, most)
        const { accountId, pageId: subject } = share // its own id opens the page
        if (created) await note({ event: 'page_shared', accountId, subject })
        return created
      },
      async update(share) {
        const updated = await shares.update(share)
        const { accountId, pageId: subject } = share
        if (updated) await note({ event: 'share_changed', accountId, subject })
        return updated
      },
      async end(accountId, id, at) {
        const share = await shares.end(accountId, id, at)
        if (share?.endedAt === at) await note({ event: 'share_ended', accountId, subject: share.pageId })
        else changedNothing()
        return share
      },
      async reopen(accountId, ...given) {
        const share = await shares.reopen(accountId, ...given)
        if (typeof share === 'object')
          await note({ event: 'share_reopened', accountId, subject: share.pageId })
        else changedNothing()
        return share
      },
    },
    sites: {
      ...sites,
      async create(site, most, publication) {
        const created = await sites.create(site, most, publication)
        const { accountId, slug: subject } = site
        if (created === 'created') await note({ event: 'site_published', accountId, subject })
        return created
      },
      async update(site, publication) {
        const updated = await sites.update(site, publication)
        const { accountId, slug: subject } = site
        if (updated) await note({ event: 'site_changed', accountId, subject })
        return updated
      },
      async end(accountId, slug, at) {
        const site = await sites.end(accountId, slug, at)
        if (site?.endedAt === at) await note({ event: 'site_ended', accountId, subject: slug })
        else changedNothing()
        return site
      },
      async reopen(accountId, slug, mostOpen) {
        const site = await sites.reopen(accountId, slug, mostOpen)
        if (typeof site === 'object') await note({ event: 'site_reopened', accountId, subject: slug })
        else changedNothing()
        return site
      },
    },
    webhooks: {
      ...webhooks,
      async create(webhook, most) {
        const created = await webhooks.create(webhook, most)
        const { accountId, id: subject } = webhook
        if (created) await note({ event: 'webhook_made', accountId, subject })
        return created
      },
      async update(webhook) {
        const updated = await webhooks.update(webhook)
        const { accountId, id: subject } = webhook
        if (updated) await note({ event: 'webhook_changed', accountId, subject })
        return updated
      },
      async renewSecret(accountId, id, secret, formerUntil) {
        const renewed = await webhooks.renewSecret(accountId, id, secret, formerUntil)
        if (renewed) await note({ event: 'webhook_changed', accountId, subject: id, detail: 'new secret' })
        return renewed
      },
      async switchOn(accountId, id, from) {
        const switched = await webhooks.switchOn(accountId, id, from)
        if (switched) await note({ event: 'webhook_changed', accountId, subject: id, detail: 'switched on' })
        return switched
      },
      async switchOff(accountId, id, at) {
        const switched = await webhooks.switchOff(accountId, id, at)
        if (switched) await note({ event: 'webhook_changed', accountId, subject: id, detail: 'switched off' })
        return switched
      },
      async remove(accountId, id) {
        const removed = await webhooks.remove(accountId, id)
        if (removed) await note({ event: 'webhook_removed', accountId, subject: id })
        return removed
      },
    },
    plugins: {
      ...plugins,
      async put(plugin, webhook, limits) {
        const put = await plugins.put(plugin, webhook, limits)
        const { accountId, id: subject, createdAt, agreedAt } = plugin
        const event = agreedAt === createdAt ? 'plugin_installed' : 'plugin_changed'
        if (put === 'written') await note({ event, accountId, subject })
        return put
      },
      async remove(accountId, id) {
        const removed = await plugins.remove(accountId, id)
        if (removed) await note({ event: 'plugin_stopped', accountId, subject: id })
        return removed
      },
    },
    digests: {
      ...digests,
      async addWay(way, most) {
        const added = await digests.addWay(way, most)
        const { accountId, id: subject, kind: detail } = way
        if (added) await note({ event: 'digest_added', accountId, subject, detail })
        return added
      },
      async removeWay(accountId, id) {
        const removed = await digests.removeWay(accountId, id)
        if (removed) await note({ event: 'digest_removed', accountId, subject: id })
        return removed
      },
    },
    passkeys: {
      ...passkeys,
      async create(passkey, most) {
        const created = await passkeys.create(passkey, most)
        if (created) await note({ event: 'passkey_added', accountId: passkey.accountId, subject: passkey.id })
        return created
      },
      async remove(accountId, id) {
        const removed = await passkeys.remove(accountId, id)
        if (removed) await note({ event: 'passkey_removed', accountId, subject: id })
        return removed
      },
    },
    signInLinks: {
      ...signInLinks,
      async create(link) {
        await signInLinks.create(link)
        await note({ event: 'link_made', accountId: link.accountId })
      },
    },
  }
}

/** The changes of an account by the operator, or by a person who looks after it, in words. */
function changeWords(before: Account, after: Account): string | undefined {
  const words = [
    ...(before.allowed === after.allowed ? [] : [after.allowed ? 'enabled' : 'disabled']),
    ...(before.quota === after.quota ? [] : ['quota']),
    ...(before.isAdmin === after.isAdmin ? [] : [after.isAdmin ? 'looks after people' : 'no longer looks after people']), // prettier-ignore
  ]
  return words.length === 0 ? undefined : words.join(', ')
}

/** Notes the event after the work succeeded. */
async function noted<T>(
  note: Note,
  event: AuditEventName,
  { id }: Account,
  work: Promise<Result<T>>,
  more = {},
) {
  const done = await work
  if (done.ok) await note({ event, accountId: id, ...more })
  return done
}

/**
 * Notes reverts, and that changes were accepted, in the audit log.
 *
 * @example
 * ```ts
 * const audited = auditedChanges(changes, audit)
 * ```
 */
export const auditedChanges = (
  changes: ChangesService,
  { note }: Pick<AuditLog, 'note'>,
): ChangesService => ({
  ...changes,
  revert: async (account, id) => noted(note, 'revert', account, changes.revert(account, id), { subject: id }),
  revertOwn: async (caller, id) =>
    noted(note, 'revert', caller.account, changes.revertOwn(caller, id), { subject: id }),
  revertAll: async (account, ids) =>
    noted(note, 'revert', account, changes.revertAll(account, ids), { detail: `${ids.length} changes` }),
  async keep(accountId, which) {
    const done = await changes.keep(accountId, which)
    await note({ event: 'keep', accountId, detail: `${done.value().kept} changes` })
    return done
  },
})

/**
 * Notes imports in the audit log; dry runs are left out.
 *
 * @example
 * ```ts
 * const audited = auditedImports(imports, audit)
 * ```
 */
export const auditedImports = (
  imports: ImportsService,
  { note, changedNothing }: Pick<AuditLog, 'note' | 'changedNothing'>,
): ImportsService => ({
  ...imports,
  async start(account, bytes, dryRun, session) {
    const started = imports.start(account, bytes, dryRun, session)
    if (dryRun !== true) return noted(note, 'import', account, started)
    changedNothing()
    return started
  },
})

/**
 * Notes restores of the graph, of pages and blocks, and named snapshots in the audit log.
 *
 * @example
 * ```ts
 * const audited = auditedHistory(history, audit)
 * ```
 */
export const auditedHistory = (
  history: HistoryService,
  { note, changedNothing }: Pick<AuditLog, 'note' | 'changedNothing'>,
): HistoryService => ({
  ...history,
  async restore(account, body, actor) {
    const restored = history.restore(account, body, actor)
    if (body.preview !== true) return noted(note, 'restore', account, restored, subjectIn(body))
    changedNothing()
    return restored
  },
  forget: async (account, body) =>
    noted(note, 'history_forgotten', account, history.forget(account, body), subjectIn(body)),
  makeSnapshot: async (account, name) =>
    noted(note, 'snapshot_made', account, history.makeSnapshot(account, name)),
  removeSnapshot: async (account, id) =>
    noted(note, 'snapshot_removed', account, history.removeSnapshot(account, id), { subject: id }),
})

/** A page or a block by its id; else the whole graph. */
function subjectIn({
  page,
  block,
}: Pick<RestoreBody, 'page' | 'block'>): Pick<AuditNote, 'subject' | 'detail'> {
  const subject = page ?? block
  if (subject === undefined) return { detail: 'whole graph' }
  return { subject, detail: page === undefined ? 'block' : 'page' }
}

/**
 * Notes exports in the audit log.
 *
 * @example
 * ```ts
 * const audited = auditedExports(exports, audit)
 * ```
 */
export const auditedExports = (
  exports: ExportsService,
  { note }: Pick<AuditLog, 'note'>,
): ExportsService => ({
  ...exports,
  start(account, seq) {
    const started = exports.start(account, seq)
    if (started.ok) void note({ event: 'export', accountId: account.id })
    return started
  },
})
