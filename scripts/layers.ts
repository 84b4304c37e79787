/**
 * The house, top to bottom. A package may import only what stands on a lower line than itself, so an arrow between
 * packages can point nowhere but down.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['bench', 'evaluation', 'examples'],
  ['cli'],
  ['api', 'mcp'],
  ['server'],
  ['host', 'mcp-server', 'web'],
  ['service', 'client', 'folder-sync'],
  ['store', 'contract', 'folder'],
  ['sync', 'search', 'search-index'],
  ['graph', 'query'],
  ['page-types'],
  ['block-text'],
  ['browser-tests', 'identity-provider-tests', 'postgres-tests'],
]

/** Packages that run in a browser as well as in Node: no Node import, no clock, no randomness. */
export const PURE: readonly string[] = [
  'block-text',
  'page-types',
  'graph',
  'query',
  'search',
  'search-index',
  'sync',
  'folder',
  'folder-sync',
  'contract',
]

/** Modules of pure packages that read the clock and draw random numbers: defaults of arguments, and nothing else. */
export const SYSTEM: readonly string[] = ['packages/sync/src/device/system.ts']
