import { join } from 'node:path'
import { defineConfig } from 'vite'

interface Modules {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null
}

/** Names the chunk of what the entry imports before it runs. An index of a package imports more than is used, and leads no further. */
function firstLoad(): (id: string, modules: Modules) => string | null {
  const found = new Map<string, boolean>()
  const isFirst = (id: string, modules: Modules): boolean => {
    const known = found.get(id)
    if (known !== undefined) return known
    found.set(id, false)
    const info = modules.getModuleInfo(id)
    const leads = (one: string): boolean => !one.endsWith('/src/index.ts') && isFirst(one, modules)
    const is = info !== null && (info.isEntry || info.importers.some(leads))
    found.set(id, is)
    return is
  }
  return (id, modules) => {
    const isOwn = modules.getModuleInfo(id)?.isEntry === true || id.endsWith('.css')
    return !isOwn && isFirst(id, modules) ? 'first' : null
  }
}

/** The script and the style sheet of the outliner, under names with a hash. The server reads their names from the manifest. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  resolve: { conditions: ['notegraph', 'browser', 'import', 'module', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    outDir: join(import.meta.dirname, '../web/dist/outliner'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    assetsDir: '',
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/app/main.tsx'),
      // Many small scripts take more bytes than one.
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: firstLoad() }] } },
    },
  },
})
