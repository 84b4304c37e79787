/**
 * The requests of apps that wait for a person, for the page that asks. A request opens only in the browser where it began.
 * @see assistants 9.2
 */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { agreedScope, APP_SCOPES, ok, refuse, RIGHT_SCOPES, rightsOf, SYNC_SCOPE } from '@notegraph/service'
import type { Store } from '@notegraph/store'
import type { AppRequest, AppRequests } from '@notegraph/web'
import { parse } from 'hono/utils/cookie'
import type { Provider } from 'oidc-provider'
import { keepClient, type AdapterDeps } from './adapter.ts'
import { targetOf } from './client-metadata.ts'

const MINUTE = 60_000

/** The name of the cookie that binds a request of an app to its browser. Over https, no other page can set it. */
export const requestCookie = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Secure-notegraph_app' : 'notegraph_app'

/** Finds and answers the requests that the library stores. */
export function appRequests(
  provider: Provider,
  deps: AdapterDeps,
  { accounts, plugins }: Pick<Store, 'accounts' | 'plugins'>,
): AppRequests {
  const { apps, devices, clock } = deps

  /** The request in the browser where it began; a link to another browser opens nothing. */
  async function interactionOf(request: Request, id: string) {
    const name = requestCookie(provider.issuer)
    if (parse(request.headers.get('cookie') ?? '', name)[name] !== id) return undefined
    const found = await provider.Interaction.find(id)
    return found?.result === undefined ? found : undefined
  }

  type Interaction = NonNullable<Awaited<ReturnType<typeof interactionOf>>>

  async function describe({ params }: Interaction): Promise<AppRequest | undefined> {
    const clientId = String(params['client_id'])
    const client = await provider.Client.find(clientId)
    if (!client) return undefined
    const asked = String(params['scope']).split(' ')
    return {
      name: client.clientName,
      verifiedHost: URL.parse(clientId)?.host,
      ...targetOf(String(params['redirect_uri'])),
      isDevice: asked.includes(SYNC_SCOPE),
      scope: asked.includes(APP_SCOPES.write) ? 'write' : 'read',
      may: rightsOf(Object.entries(RIGHT_SCOPES).flatMap(([right, scope]) => (asked.includes(scope) ? [right] : []))), // prettier-ignore
    }
  }

  async function settle(interaction: Interaction, result: object): Promise<string> {
    Object.assign(interaction, { result })
    await interaction.save(interaction.exp - Math.floor(Date.now() / 1_000))
    return interaction.returnTo
  }

  return {
    async find(request, id) {
      const interaction = await interactionOf(request, id)
      return interaction && describe(interaction)
    },
    async allow(request, id, { accountId, scope, may, zone }) {
      const interaction = await interactionOf(request, id)
      const asked = interaction && (await describe(interaction))
      if (!asked || !(await accounts.find(accountId)))
        return refuse({ code: 'not_found', what: 'app', name: id })
      const now = clock()
      const clientId = String(interaction.params['client_id'])
      const consent = async (grantId: string) =>
        ok(await settle(interaction, { login: { accountId, remember: false }, consent: { grantId } }))
      if (asked.isDevice) {
        const name = (asked.name ?? asked.returnsTo).slice(0, LIMITS.deviceName)
        await keepClient(deps, clientId)
        return consent(await devices.create({ accountId, clientId, name }))
      }
      // The program of a plug-in never gets more than the account agreed to.
      const plugin = await plugins.findByUrl(accountId, clientId)
      const isReader = asked.scope === 'read' || (plugin && agreedScope(plugin) === 'read')
      const host = asked.verifiedHost ?? asked.returnsTo
      const isWriter = !isReader && scope === 'write'
      const rights = isWriter ? asked.may.filter((right) => may.includes(right)) : []
      const app = {
        id: randomUUID(),
        accountId,
        clientId,
        name: asked.name ?? host,
        host,
        scope: isWriter ? 'write' : 'read',
        ...(rights.length > 0 && { may: rights }),
        zone,
        createdAt: now,
        expiresAt: now + LIMITS.appRequestMinutes * MINUTE, // until it has its first tokens
      } as const
      if (!(await apps.create(app, LIMITS.connectedApps)))
        return refuse({ code: 'conflict', why: 'apps_full' })
      await keepClient(deps, clientId)
      return consent(app.id)
    },
    async deny(request, id) {
      const interaction = await interactionOf(request, id)
      return (
        interaction &&
        settle(interaction, {
          error: 'access_denied',
          error_description: 'the person did not allow the access',
        })
      )
    },
  }
}
