/**
 * A wrapper for the drivers that encrypts what the server must know again, and looks links up by their hashes. So both
 * drivers keep the same bytes, and no code above knows of the key.
 * @see decisions 9.7
 */
import { createHash, randomBytes } from 'node:crypto'
import type { DigestWay } from './digests.ts'
import { hashSecret } from './hash.ts'
import { isSealed, type SecretKey } from './secret-key.ts'
import type { SecretColumns, SecretRow } from './secrets.ts'
import type { Share } from './shares.ts'
import type { Store } from './store.ts'
import type { Webhook, WebhookDelivery } from './webhooks.ts'

/** The data was written under another key. */
export class OtherSecretKey extends Error {
  override readonly name = 'OtherSecretKey'
}

const AUDIT_KEY_BYTES = 32

/** The rows that values are encrypted for. Ids have no spaces. */
const PLACE = {
  webhook: (accountId: string, id: string) => `webhook ${accountId} ${id}`,
  delivery: (accountId: string, id: string) => `delivery ${accountId} ${id}`,
  push: (accountId: string) => `push ${accountId}`,
  endKey: (accountId: string, id: string) => `end ${accountId} ${id}`,
  link: (accountId: string, hash: string) => `link ${accountId} ${hash}`,
  audit: 'audit',
} as const

/**
 * Wraps a store whose values are under a key.
 * @see useSecretKey, which checks that
 * @example
 * const store = withSecretKey(openSqlite('data'), key)
 */
export function withSecretKey(store: Store, key: SecretKey): Store {
  const { webhooks, plugins, digests, shares, audit } = store
  /** @throws OtherSecretKey if somebody changed the key meanwhile */
  const opened = (sealed: string, place: string): string => {
    const text = isSealed(sealed) ? key.open(sealed, place) : sealed
    if (text === undefined)
      throw new OtherSecretKey('The data is under another secret key. Start the server again.')
    return text
  }

  const withSecrets = (webhook: Webhook, change: (secret: string, place: string) => string): Webhook => {
    const { accountId, id, secret, formerSecret } = webhook
    const place = PLACE.webhook(accountId, id)
    return {
      ...webhook,
      secret: change(secret, place),
      ...(formerSecret !== undefined && { formerSecret: change(formerSecret, place) }),
    }
  }
  const sealWebhook = (webhook: Webhook): Webhook =>
    withSecrets(webhook, (secret, place) => key.seal(secret, place))
  const openWebhook = (webhook: Webhook): Webhook => withSecrets(webhook, opened)
  const openDelivery = (accountId: string, delivery: WebhookDelivery): WebhookDelivery => ({
    ...delivery,
    body: opened(delivery.body, PLACE.delivery(accountId, delivery.id)),
  })

  const sealWay = (way: DigestWay): DigestWay => ({
    ...way,
    endKey: hashSecret(way.endKey),
    sealedEndKey: key.seal(way.endKey, PLACE.endKey(way.accountId, way.id)),
  })
  const openWay = ({ sealedEndKey, ...way }: DigestWay): DigestWay =>
    sealedEndKey === undefined
      ? way
      : { ...way, endKey: opened(sealedEndKey, PLACE.endKey(way.accountId, way.id)) }

  const hashed = (share: Share): Share => ({ ...share, id: hashSecret(share.id) })
  const sealShare = (share: Share): Share => {
    const id = hashSecret(share.id)
    return { ...share, id, link: key.seal(share.id, PLACE.link(share.accountId, id)) }
  }
  const openShare = ({ link, ...share }: Share): Share =>
    link === undefined ? share : { ...share, id: opened(link, PLACE.link(share.accountId, share.id)) }

  return {
    ...store,
    webhooks: {
      ...webhooks,
      create: async (webhook, most) => webhooks.create(sealWebhook(webhook), most),
      find: async (accountId, id) => maybe(await webhooks.find(accountId, id), openWebhook),
      list: async (accountId) => (await webhooks.list(accountId)).map(openWebhook),
      update: async (webhook) => webhooks.update(sealWebhook(webhook)),
      renewSecret: async (accountId, id, secret, formerUntil) => {
        const sealed = key.seal(secret, PLACE.webhook(accountId, id))
        return maybe(await webhooks.renewSecret(accountId, id, sealed, formerUntil), openWebhook)
      },
      hold: async (hold, times, isForced) => maybe(await webhooks.hold(hold, times, isForced), openWebhook),
      pending: async (accountId, id) =>
        maybe(await webhooks.pending(accountId, id), (one) => openDelivery(accountId, one)),
      prepare: async (hold, position, delivery, most) =>
        webhooks.prepare(
          hold,
          position,
          delivery && {
            ...delivery,
            body: key.seal(delivery.body, PLACE.delivery(hold.accountId, delivery.id)),
          },
          most,
        ),
      deliveries: async (accountId, id, window) => {
        const { deliveries, total } = await webhooks.deliveries(accountId, id, window)
        return { deliveries: deliveries.map((one) => openDelivery(accountId, one)), total }
      },
      findDelivery: async (accountId, id) =>
        maybe(await webhooks.findDelivery(accountId, id), (one) => openDelivery(accountId, one)),
    },
    plugins: {
      ...plugins,
      put: async (plugin, webhook, limits) => plugins.put(plugin, webhook && sealWebhook(webhook), limits),
    },
    digests: {
      ...digests,
      pushKeys: async (accountId) =>
        maybe(await digests.pushKeys(accountId), (keys) => ({
          ...keys,
          privateKey: opened(keys.privateKey, PLACE.push(accountId)),
        })),
      keepPushKeys: async (accountId, keys) => {
        const privateKey = key.seal(keys.privateKey, PLACE.push(accountId))
        const kept = await digests.keepPushKeys(accountId, { ...keys, privateKey })
        return { ...kept, privateKey: opened(kept.privateKey, PLACE.push(accountId)) }
      },
      ways: async (accountId) => (await digests.ways(accountId)).map(openWay),
      addWay: async (way, most) => digests.addWay(sealWay(way), most),
      findByConfirmHash: async (hash) => maybe(await digests.findByConfirmHash(hash), openWay),
      findByEndKey: async (secret) => maybe(await digests.findByEndKey(hashSecret(secret)), openWay),
      due: async (now, most) => (await digests.due(now, most)).map(openWay),
    },
    shares: {
      ...shares,
      create: async (share, most) => shares.create(sealShare(share), most),
      find: async (id) =>
        maybe(await shares.find(hashSecret(id)), ({ share, account }) => ({
          share: openShare(share),
          account,
        })),
      list: async (accountId) => (await shares.list(accountId)).map(openShare),
      listOpen: async (accountId, now) => (await shares.listOpen(accountId, now)).map(openShare),
      update: async (share) => shares.update(hashed(share)),
      renewPassword: async (accountId, id, from, to) =>
        shares.renewPassword(accountId, hashSecret(id), from, to),
      end: async (accountId, id, at) => maybe(await shares.end(accountId, hashSecret(id), at), openShare),
      reopen: async (accountId, id, mostOpen, now) => {
        const share = await shares.reopen(accountId, hashSecret(id), mostOpen, now)
        return typeof share === 'object' ? openShare(share) : share
      },
    },
    audit: {
      ...audit,
      key: async () => {
        const fresh = key.seal(randomBytes(AUDIT_KEY_BYTES).toString('base64'), PLACE.audit)
        const kept = await audit.key(Buffer.from(fresh))
        const text = Buffer.from(kept).toString('latin1')
        return isSealed(text) ? Buffer.from(opened(text, PLACE.audit), 'base64') : kept
      },
    },
  }
}

const maybe = <T, R>(value: T | undefined, change: (value: T) => R): R | undefined =>
  value === undefined ? undefined : change(value)

/**
 * Wraps a store, and encrypts what earlier releases stored.
 * @throws OtherSecretKey if the data is under another key; nothing is written then
 * @example
 * const store = await useSecretKey(openSqlite('data'), key)
 */
export async function useSecretKey(store: Store, key: SecretKey): Promise<Store> {
  const known = async () => (await store.secrets.fingerprint()) === key.fingerprint
  // Another process may have been first.
  if (
    !(await known()) &&
    !(await store.secrets.rewrite(undefined, key.fingerprint, underKey(key))) &&
    !(await known())
  )
    throw new OtherSecretKey('The data is under another secret key.')
  return withSecretKey(store, key)
}

/**
 * Encrypts everything again under another key. Deletes the rows that the old key can't open.
 * @param store without a key
 * @param from undefined if the old key is lost
 * @returns the deleted rows; undefined if the data is not under `from`
 * @example
 * const lost = await changeSecretKey(openSqlite('data'), from, to)
 */
export async function changeSecretKey(
  { secrets }: Pick<Store, 'secrets'>,
  from: SecretKey | undefined,
  to: SecretKey,
): Promise<SecretRow[] | undefined> {
  const noted = from?.fingerprint ?? (await secrets.fingerprint())
  return secrets.rewrite(noted, to.fingerprint, underKey(to, from))
}

/** A rewrite of rows under a key. Earlier releases stored plain values. @param from opens encrypted ones */
function underKey(to: SecretKey, from?: SecretKey): (row: SecretRow) => SecretColumns | undefined {
  const again = (value: string, place: string): string | undefined => {
    const text = isSealed(value) ? from?.open(value, place) : value
    return text === undefined ? undefined : to.seal(text, place)
  }
  const one = (column: string, value: string, place: string): SecretColumns | undefined =>
    maybe(again(value, place), (sealed) => ({ [column]: sealed }))
  return ({ table, accountId, key, columns }) => {
    const {
      secret,
      body,
      private_key: privateKey,
      link,
      end_key: endKey,
      sealed_end_key: sealedKey,
    } = columns
    switch (table) {
      case 'webhook': {
        const { former_secret: former } = columns
        const sealed = one('secret', secret!, PLACE.webhook(accountId, key))
        if (typeof former !== 'string') return maybe(sealed, (one) => ({ ...columns, ...one }))
        const sealedFormer = one('former_secret', former, PLACE.webhook(accountId, key))
        return maybe(sealed, (one) => ({ ...columns, ...one, former_secret: null, ...sealedFormer }))
      }
      case 'webhook_delivery':
        return one('body', body!, PLACE.delivery(accountId, key))
      case 'push_key':
        return one('private_key', privateKey!, PLACE.push(accountId))
      case 'digest_way': {
        const sealed = again(sealedKey ?? endKey!, PLACE.endKey(accountId, key))
        const hash = sealedKey === null ? hashSecret(endKey!) : endKey!
        return maybe(sealed, (sealed_end_key) => ({ ...columns, end_key: hash, sealed_end_key }))
      }
      case 'share': {
        const id = link === null ? hashSecret(key) : key
        const sealed = again(link ?? key, PLACE.link(accountId, id))
        return maybe(sealed, (sealedLink) => ({
          ...columns,
          id,
          link: sealedLink,
          password: safe(columns['password']),
        }))
      }
      case 'keyring': {
        const bytes = Buffer.from(columns['value']!, 'base64')
        const text = bytes.toString('latin1')
        const sealed = again(isSealed(text) ? text : bytes.toString('base64'), PLACE.audit)
        return maybe(sealed, (value) => ({ value: Buffer.from(value).toString('base64') }))
      }
    }
  }
}

/** The form of a password before 0.2 had the bytes that open the page. @see packages/service/src/sharing/password.ts */
function safe(password: string | null | undefined): string | null {
  const [form, log2, r, p, salt, proof = ''] = password?.split('$') ?? []
  if (form !== 'scrypt') return password ?? null
  const hash = createHash('sha256').update(Buffer.from(proof, 'base64url')).digest('base64url')
  return ['scrypt-sha256', log2, r, p, salt, hash].join('$')
}
