/** The layers of packages, top to bottom. A package may import only packages on lower lines. */
export const LAYERS: readonly (readonly string[])[] = [
  ['bench', 'evaluation', 'examples', 'trial'],
  ['notegraph'],
  ['cli'],
  ['api', 'mcp'],
  ['server'],
  ['host', 'mcp-server', 'web'],
  ['service', 'client', 'folder-sync', 'outliner', 'store-postgres'],
  ['store', 'contract', 'folder'],
  ['sync'],
  ['search', 'search-index'],
  ['graph', 'query'],
  ['page-types', 'render'],
  ['block-text'],
  ['browser-tests', 'example-tests', 'identity-provider-tests', 'postgres-tests'],
]

/** Packages that run in browsers and in Node: no Node import, no clock, no random numbers. */
export const PURE: readonly string[] = [
  'block-text',
  'page-types',
  'render',
  'graph',
  'query',
  'search',
  'search-index',
  'sync',
  'folder',
  'folder-sync',
  'contract',
]

/** Packages for browsers, Node, Bun and Deno. `npm run try-packages` runs their examples in each of them. */
export const PORTABLE: readonly string[] = [...PURE, 'client']

/**
 * Modules of pure packages that may read the clock and draw random numbers. They contain only defaults of arguments.
 */
export const SYSTEM: readonly string[] = ['packages/sync/src/device/system.ts']
