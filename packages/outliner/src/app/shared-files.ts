/** Files that another program shares. The service worker holds them until the page asks. @see outliner 2.5 */

/** Milliseconds to wait for the worker. */
const WAIT = 10_000

/** @returns `undefined` if the worker no longer has them, for example because the browser ended it */
export async function takeShared(id: string): Promise<readonly File[] | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<readonly File[] | undefined>((done) => {
    port1.addEventListener('message', ({ data }) => done(data as readonly File[] | undefined))
    setTimeout(() => done(undefined), WAIT)
  })
  port1.start()
  worker.postMessage({ take: id }, [port2])
  return answer.finally(() => port1.close())
}
