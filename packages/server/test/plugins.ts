/** A program with a manifest, and the calls of its owner, for the tests of plug-ins. */
import type { PluginManifest, PluginType } from '@notegraph/contract'
import { beforeEach } from 'vitest'
import type { Call, Reply } from './api.ts'
import { openOauth, type OauthApi } from './oauth.ts'

export const MANIFEST_URL = 'https://recipes.example/notegraph.json'
export const REDIRECT_URL = 'https://recipes.example/callback'

export const RECIPE: PluginType = {
  type: 'recipe',
  label: 'Recipe',
  plural: 'Recipes',
  fields: [
    { key: 'serves', label: 'Serves', kind: 'text' },
    { key: 'cook', label: 'Cook', kind: 'ref', of: 'person' },
    { key: 'course', label: 'Course', kind: 'select', options: ['Starter', 'Main'] },
  ],
}

export const NOTEGRAPH: PluginManifest['notegraph'] = {
  description: 'Adds up the time that a recipe takes.',
  events: { url: 'https://recipes.example/events', by: 'devices' },
  page_types: [RECIPE],
}

export const MANIFEST = {
  client_id: MANIFEST_URL,
  client_name: 'Recipes',
  client_uri: 'https://recipes.example/about',
  redirect_uris: [REDIRECT_URL],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'notes:read notes:write',
  initiate_login_uri: 'https://recipes.example/connect',
  notegraph: NOTEGRAPH,
}

/** The terms of the manifest, as the owner sees them. */
export const TERMS = {
  url: MANIFEST_URL,
  name: 'Recipes',
  host: 'recipes.example',
  description: NOTEGRAPH.description,
  site: MANIFEST.client_uri,
  setUp: MANIFEST.initiate_login_uri,
  scope: 'write',
  events: NOTEGRAPH.events,
  pageTypes: [RECIPE],
}

export interface Plugins {
  readonly api: OauthApi
  readonly session: string
  /** Publishes the manifest with other members. */
  publish(more?: object, url?: string): void
  call(path: string, call?: Call): Promise<Reply>
  send(path: string, body: object, call?: Call): Promise<Reply>
  look(url?: string): Promise<Reply>
  /** Installs what the owner sees now. */
  install(url?: string): Promise<Reply>
}

const ROOT = '/api/v1/settings/plugins'

export async function openPlugins(api: OauthApi): Promise<Plugins> {
  const { session } = await api.operators.createSession('me', { device: 'Phone' })
  const call = async (path: string, options: Call = {}) =>
    api.call(ROOT + path, { token: session, ...options })
  const send = async (path: string, body: object, options: Call = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...options,
    })
  const look = async (url = MANIFEST_URL) => send('/look', { url })
  const publish = (more: object = {}, url = MANIFEST_URL) =>
    void api.documents.set(url, { ...MANIFEST, client_id: url, ...more })
  publish()
  return {
    api,
    session,
    publish,
    call,
    send,
    look,
    install: async (url = MANIFEST_URL) =>
      send('', { url, version: (await look(url)).body['version'] ?? 'none' }),
  }
}

/** An empty service for each test. */
export function usePlugins(): Plugins {
  let it: Plugins
  beforeEach(async () => {
    it = await openPlugins(await openOauth())
  })
  return new Proxy({} as Plugins, { get: (_, name) => Reflect.get(it, name) as unknown })
}
