/** Plug-ins, in the database of accounts. */
import type { Plugin, PluginLimits, PluginStore, PluginWrite } from '../../plugins.ts'
import type { Webhook } from '../../webhooks.ts'
import type { Db } from '../database/database.ts'
import { present, type Row } from './account-rows.ts'
import { inPlace } from './in-place.ts'
import { webhookRows } from './webhooks.ts'

const PLUGIN = `id, account_id AS accountId, url, manifest, webhook_id AS webhookId, created_at AS createdAt,
  agreed_at AS agreedAt`

export function pluginStore(db: Db): PluginStore {
  const place = inPlace(db)
  const webhooks = webhookRows(db)
  const hasAccount = db.prepare('SELECT 1 FROM account WHERE id = ?')
  const count = db.prepare<[string], number>('SELECT count(*) FROM plugin WHERE account_id = ?').pluck()
  const insert = db.prepare(
    `INSERT INTO plugin (id, account_id, url, manifest, webhook_id, created_at, agreed_at)
     VALUES (@id, @accountId, @url, @manifest, @webhookId, @createdAt, @agreedAt)`,
  )
  const update = db.prepare(
    `UPDATE plugin SET manifest = @manifest, webhook_id = @webhookId, agreed_at = @agreedAt
     WHERE account_id = @accountId AND id = @id`,
  )
  const find = db.prepare<[string, string], Row>(
    `SELECT ${PLUGIN} FROM plugin WHERE account_id = ? AND id = ?`,
  )
  const findByUrl = db.prepare<[string, string], Row>(
    `SELECT ${PLUGIN} FROM plugin WHERE account_id = ? AND url = ?`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${PLUGIN} FROM plugin WHERE account_id = ? ORDER BY created_at, id`,
  )
  const remove = db.prepare<[string, string], Row>(
    `DELETE FROM plugin WHERE account_id = ? AND id = ? RETURNING ${PLUGIN}`,
  )
  const removeSecrets = db.prepare<[string, string]>(
    'DELETE FROM app_secret WHERE app_id IN (SELECT id FROM connected_app WHERE account_id = ? AND client_id = ?)',
  )
  const removeApps = db.prepare<[string, string]>(
    'DELETE FROM connected_app WHERE account_id = ? AND client_id = ?',
  )
  const lowerApps = db.prepare<[string, string]>(
    "UPDATE connected_app SET scope = 'read' WHERE account_id = ? AND client_id = ?",
  )

  const put = db.transaction(
    (plugin: Plugin, webhook: Webhook | undefined, most: PluginLimits): PluginWrite => {
      const { accountId, id, url } = plugin
      if (!hasAccount.get(accountId)) return 'refused'
      place.check(accountId)
      const old = pluginIn(find.get(accountId, id))
      const ofUrl = pluginIn(findByUrl.get(accountId, url))
      if (ofUrl && ofUrl.id !== id) return 'refused'
      if (!old && count.get(accountId)! >= most.plugins) return 'plugins_full'
      if (webhook && !webhooks.update(webhook)) {
        if (webhooks.count(accountId) >= most.webhooks) return 'webhooks_full'
        webhooks.insert(webhook)
      }
      const given = old?.webhookId
      if (given !== undefined && given !== webhook?.id) webhooks.remove(accountId, given)
      const row = { ...plugin, webhookId: webhook?.id ?? null }
      if (old) update.run(row)
      else insert.run(row)
      if (most.scope === 'read') lowerApps.run(accountId, url)
      return 'written'
    },
  )

  return {
    put: async (plugin, webhook, limits) => put.immediate(plugin, webhook, limits),
    find: async (accountId, id) => pluginIn(find.get(accountId, id)),
    findByUrl: async (accountId, url) => pluginIn(findByUrl.get(accountId, url)),
    list: async (accountId) => list.all(accountId).map((row) => present<Plugin>(row)),
    remove: async (accountId, id) =>
      place.write(accountId, () => {
        const plugin = pluginIn(remove.get(accountId, id))
        if (!plugin) return undefined
        if (plugin.webhookId !== undefined) webhooks.remove(accountId, plugin.webhookId)
        removeSecrets.run(accountId, plugin.url)
        removeApps.run(accountId, plugin.url)
        return plugin
      }),
  }
}

const pluginIn = (row: Row | undefined): Plugin | undefined => row && present<Plugin>(row)
