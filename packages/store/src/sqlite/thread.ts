import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type ResourceLimits } from 'node:worker_threads'

/**
 * A thread of the store's own: from source it runs from source too; built, from beside what is built. It keeps no process
 * alive until someone waits for it.
 * @param name of the module among those of this folder, and of this package's exports
 */
export function startThread(
  name: 'bulk-worker' | 'log-worker' | 'search-worker',
  options: { readonly workerData?: unknown; readonly resourceLimits?: ResourceLimits } = {},
): Worker {
  const fromSource = import.meta.url.endsWith('.ts')
  const url = fromSource
    ? new URL(`./${name}.ts`, import.meta.url)
    : pathToFileURL(createRequire(import.meta.url).resolve(`@notegraph/store/sqlite/${name}`))
  const thread = new Worker(url, { ...options, execArgv: fromSource ? ['--conditions=source'] : [] })
  thread.unref()
  return thread
}
