import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type ResourceLimits } from 'node:worker_threads'

export interface ThreadOptions {
  readonly workerData?: unknown
  readonly resourceLimits?: ResourceLimits
}

/**
 * Starts a module as a thread: from source it runs from source too; built, from beside what is built. It keeps no process
 * alive until someone waits for it.
 * @param from the `import.meta.url` of whoever starts it
 * @param name the path of the module below the folder of that one
 * @param specifier of the module among the exports of its package
 */
export function startModule(
  from: string,
  name: string,
  specifier: string,
  options: ThreadOptions = {},
): Worker {
  const fromSource = from.endsWith('.ts')
  const url = fromSource
    ? new URL(`./${name}.ts`, from)
    : pathToFileURL(createRequire(from).resolve(specifier))
  const thread = new Worker(url, { ...options, execArgv: fromSource ? ['--conditions=source'] : [] })
  thread.unref()
  return thread
}
