/** Plug-ins, with what begins and ends with them. */
import type { Plugin, PluginStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { lockAccount } from './accounts.ts'
import { present, type Row } from './rows.ts'
import { webhookRows } from './webhooks.ts'

const PLUGIN = `id, account_id AS "accountId", url, manifest, webhook_id AS "webhookId", created_at AS "createdAt",
  agreed_at AS "agreedAt"`

const COUNT = ofAccount('SELECT count(*) AS n FROM plugin WHERE account_id = $1')
const INSERT = ofAccount(
  `INSERT INTO plugin (account_id, id, url, manifest, webhook_id, created_at, agreed_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)
const UPDATE = ofAccount(
  'UPDATE plugin SET manifest = $3, webhook_id = $4, agreed_at = $5 WHERE account_id = $1 AND id = $2',
)
const FIND = ofAccount(`SELECT ${PLUGIN} FROM plugin WHERE account_id = $1 AND id = $2`)
const FIND_BY_URL = ofAccount(`SELECT ${PLUGIN} FROM plugin WHERE account_id = $1 AND url = $2`)
const LIST = ofAccount(`SELECT ${PLUGIN} FROM plugin WHERE account_id = $1 ORDER BY created_at, id`)
const REMOVE = ofAccount(`DELETE FROM plugin WHERE account_id = $1 AND id = $2 RETURNING ${PLUGIN}`)
const REMOVE_SECRETS = ofAccount(
  `DELETE FROM app_secret WHERE account_id = $1 AND app_id IN
     (SELECT id FROM connected_app WHERE account_id = $1 AND client_id = $2)`,
)
const REMOVE_APPS = ofAccount('DELETE FROM connected_app WHERE account_id = $1 AND client_id = $2')
const LOWER_APPS = ofAccount(
  "UPDATE connected_app SET scope = 'read' WHERE account_id = $1 AND client_id = $2",
)

export function pluginStore(db: Database): PluginStore {
  return {
    put: async (plugin, webhook, most) =>
      db.transaction(async (session) => {
        const { accountId, id, url, manifest, createdAt, agreedAt } = plugin
        if (!(await lockAccount(session, accountId))) return 'refused'
        const old = pluginIn(await session.one<Row>(FIND, [accountId, id]))
        const ofUrl = pluginIn(await session.one<Row>(FIND_BY_URL, [accountId, url]))
        if (ofUrl && ofUrl.id !== id) return 'refused'
        if (!old && (await session.one<{ n: number }>(COUNT, [accountId]))!.n >= most.plugins)
          return 'plugins_full'
        if (webhook && !(await webhookRows.update(session, webhook))) {
          if ((await webhookRows.count(session, accountId)) >= most.webhooks) return 'webhooks_full'
          await webhookRows.insert(session, webhook)
        }
        const given = old?.webhookId
        if (given !== undefined && given !== webhook?.id) await webhookRows.remove(session, accountId, given)
        const webhookId = webhook?.id ?? null
        if (old) await session.write(UPDATE, [accountId, id, manifest, webhookId, agreedAt])
        else await session.write(INSERT, [accountId, id, url, manifest, webhookId, createdAt, agreedAt])
        if (most.scope === 'read') await session.write(LOWER_APPS, [accountId, url])
        return 'written'
      }),
    find: async (accountId, id) => pluginIn(await db.one<Row>(FIND, [accountId, id])),
    findByUrl: async (accountId, url) => pluginIn(await db.one<Row>(FIND_BY_URL, [accountId, url])),
    list: async (accountId) => (await db.all<Row>(LIST, [accountId])).map((row) => present<Plugin>(row)),
    remove: async (accountId, id) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return undefined
        const plugin = pluginIn(await session.one<Row>(REMOVE, [accountId, id]))
        if (!plugin) return undefined
        if (plugin.webhookId !== undefined) await webhookRows.remove(session, accountId, plugin.webhookId)
        await session.write(REMOVE_SECRETS, [accountId, plugin.url])
        await session.write(REMOVE_APPS, [accountId, plugin.url])
        return plugin
      }),
  }
}

const pluginIn = (row: Row | undefined): Plugin | undefined => row && present<Plugin>(row)
