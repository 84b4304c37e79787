import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads'

export interface ThreadOptions {
  readonly workerData?: unknown
  readonly resourceLimits?: ResourceLimits
}

/**
 * Starts a module as a thread. A caller that runs from source starts the module's source, and a built caller starts the
 * built module. The thread does not keep the process alive.
 * @param from the `import.meta.url` of the caller
 * @param name the path of the module's source, relative to the caller's folder, without its extension
 * @param specifier the module's name among the exports of its package
 * @throws Node's error if the package does not export the module
 * @example
 * const thread = startModule(import.meta.url, 'worker', '@notegraph/store/sqlite/bulk/worker')
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
  const thread = new Worker(url, { ...options, execArgv: fromSource ? ['--conditions=notegraph'] : [] })
  thread.unref()
  return thread
}

/** The message with which a thread ends itself. */
const END = 'end'

/**
 * In a thread: handles each message, until `endThread`.
 *
 * @example
 * onMessage((task: Task) => parentPort!.postMessage(answerTo(task)))
 */
export function onMessage<T>(handle: (message: T) => void): void {
  parentPort!.on('message', (message: T | typeof END) => {
    if (message === END) process.exit()
    handle(message)
  })
}

/**
 * Ends a thread that listens by `onMessage`, between two of its tasks. To terminate a thread while it loads SQLite would
 * abort the whole process.
 *
 * @example
 * await endThread(startModule(import.meta.url, 'worker', '@notegraph/store/sqlite/bulk/worker'))
 */
export async function endThread(thread: Worker | undefined): Promise<void> {
  if (!thread || thread.threadId === -1) return
  thread.ref()
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  thread.postMessage(END)
  await ended
}
