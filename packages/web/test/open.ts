/** The pages on an empty store, as tests call them: somebody is signed in, unless a test says otherwise. */
import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import {
  auditLog,
  changesService,
  devicesService,
  digestService,
  exporterHere,
  exportsService,
  historyService,
  importerHere,
  importsService,
  notesReader,
  noticesService,
  passkeysService,
  pluginsService,
  readersService,
  sharesService,
  siteReaders,
  siteSets,
  sitesService,
  operator,
  ownAccountService,
  peopleService,
  planAt,
  signInService,
  storageService,
  syncService,
  tokensService,
  webhooksService,
  writeService,
  type BackupState,
  type Mail,
} from '@notegraph/service'
import { memoryBlobs, type Account } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { siteArchives, webPages, type Visitor, type WebDeps } from '../src/index.ts'

/** 2026-11-20, noon in UTC: a Friday. */
export const NOON = Date.UTC(2026, 10, 20, 12)
export const BASE_URL = 'https://notes.example'

export interface Shown {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** The visible text of `main`, on one line. */
  readonly text: string
}

export type Web = Awaited<ReturnType<typeof openWeb>>

/**
 * @param options the settings of the visiting account `me`
 * @param manifestAt returns the manifest of a plug-in; without it, the server has no plug-ins
 */
export async function openWeb(
  options: Parameters<ReturnType<typeof operator>['createAccount']>[1] = {},
  manifestAt?: (url: string) => unknown,
) {
  const clock = { now: NOON }
  const now = () => clock.now
  const store = await openTestStore()
  const operators = operator(store, memoryBlobs(now), now)
  await operators.createAccount('me', options)
  const newId = () => randomUUID()
  const who: { id: string | undefined } = { id: 'me' }
  const session: Pick<Visitor, 'signedInBy' | 'isRecent'> = { signedInBy: 'link', isRecent: true }
  const visitorOf = (account: Account): Visitor => ({
    ...session,
    account,
    plan: planAt(account, now()),
    browserId: 'browser',
  })
  const given = { blobs: memoryBlobs(now), clock: now, newId, onEvent: () => {}, onFailure: () => {} }
  const sets = siteSets(store, now)
  const exports = exportsService({
    ...given,
    exporter: exporterHere(store, given.blobs),
    archive: () => ({ output: new PassThrough(), write: async () => {}, end: () => {} }),
  })
  const writes = writeService(store, { clock: now, newId, revertibleChanges: 500 })
  const mails: Mail[] = []
  const backups: { state?: BackupState | undefined } = {}
  /** @param state undefined if the server makes no backups */
  const setBackups = (state: BackupState | undefined): void => {
    backups.state = state
    Object.assign(deps, { backups: state && (() => state) })
  }
  const setRelease = (newest: string | undefined, isOutdated: boolean): void => {
    Object.assign(deps, { release: () => ({ running: '0.1.0', newest, isOutdated, failed: false }) })
  }
  const deps: WebDeps = {
    visitor: async () => (who.id === undefined ? undefined : visitorOf((await store.accounts.find(who.id))!)),
    reader: notesReader(store, now),
    audit: auditLog(store, { clock: now }),
    devices: devicesService(store, now),
    browsers: signInService(store, now, undefined),
    passkeys: passkeysService(store, { clock: now, baseUrl: () => BASE_URL }),
    tokens: tokensService(store, { clock: now, newId }),
    changes: changesService(store, { clock: now, newId }),
    history: historyService(store, { clock: now, newId }),
    notices: noticesService(store, now, sets, () => backups.state ?? { kept: 0, isLate: false }),
    digest: digestService(store, {
      clock: now,
      baseUrl: () => BASE_URL,
      mail: async (mail) => {
        mails.push(mail)
        return 'sent'
      },
      addressFault: (url) => (url.startsWith('https:') ? undefined : 'endpoint must begin with https.'),
    }),
    webhooks: webhooksService(store, {
      clock: now,
      post: async () => ({ status: 204 }),
      addressFault: (url) => (url.startsWith('https:') ? undefined : 'url must begin with https.'),
    }),
    plugins: pluginsService(store, {
      clock: now,
      newId,
      writes,
      addressFault: (member, address) =>
        address.startsWith('https:') ? undefined : `${member} must begin with https.`,
      host: manifestAt && {
        fetchManifest: async (url) => ({ document: manifestAt(url) }),
        admit: async () => {},
      },
    }),
    shares: sharesService(store, { clock: now, baseUrl: () => BASE_URL }),
    readers: readersService(store, { ...given, sets }),
    sites: sitesService(store, { clock: now, baseUrl: () => BASE_URL, sets }),
    storage: storageService(store, given.blobs, now),
    sync: syncService(store, { clock: now, newId }),
    // Archives are the server's tests to send and take; here it is where there are none.
    imports: importsService(store, {
      ...given,
      importer: importerHere(store, given.blobs),
      incoming: { stage: async () => undefined },
    }),
    exports,
    ownAccount: ownAccountService(store, given.blobs, now),
    people: peopleService(store, given.blobs, {
      clock: now,
      baseUrl: () => BASE_URL,
      mail: async (mail) => {
        mails.push(mail)
        return 'sent'
      },
    }),
    siteArchives: siteArchives({
      siteReaders: siteReaders(store, { ...given, sets }),
      exports,
      blobs: given.blobs,
    }),
    writes,
    revertibleChanges: 500,
    clock: now,
    baseUrl: () => BASE_URL,
    commandLine: 'notegraph',
  }
  const app = webPages(deps)

  async function request(target: string, init: RequestInit = {}): Promise<Shown> {
    const response = await app.request(BASE_URL + target, init)
    const html = await response.text()
    return { status: response.status, headers: response.headers, html, text: textOf(html) }
  }

  return {
    setBackups,
    setRelease,
    app,
    deps,
    store,
    operators,
    clock,
    who,
    /** The e-mails that were sent. */
    mails,
    /** How who visits came in. */
    session,
    writes: deps.writes,
    /** @param cookie the cookie of the request */
    get: (target: string, cookie?: string, headers: Readonly<Record<string, string>> = {}) =>
      request(target, { headers: { ...headers, ...(cookie !== undefined && { cookie }) } }),
    post: (
      target: string,
      fields: Readonly<Record<string, string>> | [string, string][],
      headers: Readonly<Record<string, string>> = {},
    ) => request(target, { method: 'POST', body: new URLSearchParams(fields), headers }),
    send: (target: string, type: string, body: string) =>
      request(target, { method: 'POST', headers: { 'content-type': type }, body }),
  }
}

/** The cookie that an answer sets, as the browser sends it back. */
export const cookieOf = ({ headers }: Shown): string => headers.get('set-cookie')?.split(';', 1)[0] ?? ''

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of `main`, without markup. */
function textOf(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
