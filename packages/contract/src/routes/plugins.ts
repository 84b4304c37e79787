/**
 * The routes of plug-ins. Only a device session opens them.
 * @see events 5
 */
import { ERRORS } from '../errors.ts'
import { EXAMPLE_PLUGIN, EXAMPLE_TERMS } from './plugin-example.ts'
import { LIMITS } from '../limits.ts'
import { RECENT_ERRORS, SESSION_ERRORS } from './errors.ts'
import { PLUGIN_ID } from './path-parameters.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'
import { InstallPlugin, LookAtPlugin, Plugin, PluginList, PluginOffer } from '../schemas/plugins.ts'

const PATH = '/api/v1/settings/plugins'
const ONE = `${PATH}/{id}`
const EXAMPLE = `${PATH}/${EXAMPLE_PLUGIN.id}`
const NOT_FOUND = 'No plug-in of this account has this id.'
const VERSION = '3f0c9a51d27be846'
const NO_MANIFEST = 'The manifest cannot be used. Its host answered with 404.'

const common = { auth: 'session', tag: 'Plug-ins' } as const

export const PLUGIN_ROUTES: readonly Route[] = [
  {
    ...common,
    operationId: 'listPlugins',
    client: 'plugins.list',
    method: 'GET',
    path: PATH,
    summary: 'List plug-ins',
    description: 'The plug-ins of the account, newest first.',
    parameters: [],
    query: WindowQuery,
    answer: PluginList,
    errors: SESSION_ERRORS,
    example: { request: `${PATH}?limit=1`, answer: { plugins: [EXAMPLE_PLUGIN], total: 2, next: 1 } },
  },
  {
    ...common,
    operationId: 'lookAtPlugin',
    client: { method: 'plugins.look', takes: 'url', once: false },
    method: 'POST',
    audit: 'nothing',
    path: `${PATH}/look`,
    summary: 'Look at a manifest',
    description:
      'Fetches the manifest of a program, and answers with what the program would be allowed. Nothing is installed. For a plug-in that is installed, `changes` lists what differs.',
    parameters: [],
    body: LookAtPlugin,
    answer: PluginOffer,
    errors: {
      ...SESSION_ERRORS,
      bad_request: NO_MANIFEST,
      conflict: 'This server has no plug-ins, because its setting NOTEGRAPH_OAUTH is off.',
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: `${PATH}/look`,
      body: { url: EXAMPLE_PLUGIN.url },
      answer: { ...EXAMPLE_TERMS, version: VERSION },
    },
  },
  {
    ...common,
    operationId: 'installPlugin',
    client: { method: 'plugins.install', only: true, once: false },
    recent: 'always',
    method: 'POST',
    audit: 'plugin_installed',
    path: PATH,
    summary: 'Install a plug-in',
    description: `Agrees to a manifest as the person saw it: stores the plug-in, creates its webhook, and writes a page for each of its page types. For a plug-in that is installed, it agrees to the changes. The program then connects at \`setUp\`. An account can have ${LIMITS.plugins} plug-ins (409).`,
    parameters: [],
    body: InstallPlugin,
    answer: Plugin,
    errors: {
      ...RECENT_ERRORS,
      bad_request: NO_MANIFEST,
      conflict: 'The manifest has changed since you looked at it.',
      too_large: ERRORS.too_large.example,
      trail_full: ERRORS.trail_full.example,
      quota_full: ERRORS.quota_full.example,
    },
    example: {
      request: PATH,
      body: { url: EXAMPLE_PLUGIN.url, version: VERSION },
      answer: EXAMPLE_PLUGIN,
    },
  },
  {
    ...common,
    operationId: 'readPlugin',
    client: 'plugins.read',
    method: 'GET',
    path: ONE,
    summary: 'Read a plug-in',
    description: 'One plug-in, with what the account agreed to.',
    parameters: [PLUGIN_ID],
    answer: Plugin,
    errors: { ...SESSION_ERRORS, not_found: NOT_FOUND },
    example: { request: EXAMPLE, answer: EXAMPLE_PLUGIN },
  },
  {
    ...common,
    operationId: 'stopPlugin',
    client: { method: 'plugins.stop', once: 'the plug-in would no longer be found' },
    method: 'POST',
    audit: 'plugin_stopped',
    path: `${ONE}/stop`,
    summary: 'Stop a plug-in',
    description:
      'Deletes a plug-in with its webhook, its connection and all its tokens, at once. The pages of its page types stay, because notes use them. The route takes no body, and also works in grace.',
    parameters: [PLUGIN_ID],
    answer: Plugin,
    errors: { ...SESSION_ERRORS, not_found: NOT_FOUND },
    example: { request: `${EXAMPLE}/stop`, answer: { ...EXAMPLE_PLUGIN, connected: false } },
  },
]
