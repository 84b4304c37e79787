/** Plug-ins, with what begins and ends with them. */
import { namesOf } from '../members.ts'
import { PLUGIN, type Plugin, type PluginStore, type PluginWrite } from '../plugins.ts'
import { columns, countOf, insertInto, ofAccount, set } from './statement.ts'
import { all, alone, count, inPlace, one, written, type AccountSql } from './work.ts'
import { webhookRows } from './webhooks.ts'

const MEMBERS = `accountId ${namesOf(PLUGIN)}`
const COLUMNS = columns(MEMBERS)
const ONE = 'account_id = @accountId AND id = @id'

const COUNT = countOf('plugin WHERE account_id = @accountId')
const INSERT = ofAccount(insertInto('plugin', MEMBERS))
const UPDATE = ofAccount(`UPDATE plugin SET ${set('manifest webhookId? agreedAt')} WHERE ${ONE}`)
const FIND = ofAccount<Plugin>(`SELECT ${COLUMNS} FROM plugin WHERE ${ONE}`)
const FIND_BY_URL = ofAccount<Plugin>(
  `SELECT ${COLUMNS} FROM plugin WHERE account_id = @accountId AND url = @url`,
)
const LIST = ofAccount<Plugin>(
  `SELECT ${COLUMNS} FROM plugin WHERE account_id = @accountId ORDER BY created_at, id`,
)
const REMOVE = ofAccount<Plugin>(`DELETE FROM plugin WHERE ${ONE} RETURNING ${COLUMNS}`)
const REMOVE_SECRETS = ofAccount(
  `DELETE FROM app_secret WHERE account_id = @accountId AND app_id IN
     (SELECT id FROM connected_app WHERE account_id = @accountId AND client_id = @url)`,
)
const REMOVE_APPS = ofAccount('DELETE FROM connected_app WHERE account_id = @accountId AND client_id = @url')
const LOWER_APPS = ofAccount(
  "UPDATE connected_app SET scope = 'read' WHERE account_id = @accountId AND client_id = @url",
)

export const pluginStore = (db: AccountSql): PluginStore => ({
  put: async (plugin, webhook, most) =>
    alone<PluginWrite>(db, plugin.accountId, 'refused', function* () {
      const { accountId, id } = plugin
      const old = yield* one(FIND, plugin)
      const ofUrl = yield* one(FIND_BY_URL, plugin)
      if (ofUrl && ofUrl.id !== id) return 'refused'
      if (!old && (yield* count(COUNT, { accountId })) >= most.plugins) return 'plugins_full'
      if (webhook && !(yield* webhookRows.update(webhook))) {
        if ((yield* webhookRows.count(accountId)) >= most.webhooks) return 'webhooks_full'
        yield* webhookRows.insert(webhook)
      }
      const given = old?.webhookId
      if (given !== undefined && given !== webhook?.id) yield* webhookRows.remove(accountId, given)
      yield* written(old ? UPDATE : INSERT, { ...plugin, webhookId: webhook?.id })
      if (most.scope === 'read') yield* written(LOWER_APPS, plugin)
      return 'written'
    }),
  find: async (accountId, id) => db.run(one(FIND, { accountId, id })),
  findByUrl: async (accountId, url) => db.run(one(FIND_BY_URL, { accountId, url })),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  remove: async (accountId, id) =>
    inPlace(db, accountId, function* () {
      const plugin = yield* one(REMOVE, { accountId, id })
      if (!plugin) return undefined
      if (plugin.webhookId !== undefined) yield* webhookRows.remove(accountId, plugin.webhookId)
      yield* written(REMOVE_SECRETS, plugin)
      yield* written(REMOVE_APPS, plugin)
      return plugin
    }),
})
