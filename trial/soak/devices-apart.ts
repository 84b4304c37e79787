/**
 * The devices in a thread of their own. They hold twenty graphs, so collecting their garbage takes longer with each
 * deleted block. In the thread that sends the requests, each of these pauses would look like a slow server.
 */
import { Worker } from 'node:worker_threads'
import type { DeviceAccount } from './devices.ts'
import type { DeviceWork, FromDevices } from './device-thread.ts'

export interface Devices {
  /** Edits that devices made. */
  edits(): number
  /** Stops editing, syncs all, and compares each device with the server. @returns what is wrong */
  stop(): Promise<readonly string[]>
}

export async function startDevicesApart(
  accounts: readonly DeviceAccount[],
  baseUrl: string,
  onFailure: (kind: string, why: unknown) => void,
): Promise<Devices> {
  const work: DeviceWork = {
    accounts: accounts.map(({ token, session }) => ({ token, session })),
    baseUrl,
  }
  const thread = new Worker(new URL('device-thread.ts', import.meta.url), { workerData: work })
  const ready = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<readonly string[]>()
  let edits = 0
  thread.on('message', (message: FromDevices) => {
    if (message.kind === 'ready') ready.resolve()
    else if (message.kind === 'edit') edits++
    else if (message.kind === 'failure') onFailure('device', message.why)
    else if (message.kind === 'stopped') stopped.resolve(message.problems)
  })
  thread.on('error', (why) => {
    ready.reject(why)
    onFailure('device', why)
    stopped.resolve([])
  })
  await ready.promise
  return {
    edits: () => edits,
    async stop() {
      thread.postMessage('stop')
      const problems = await stopped.promise
      await thread.terminate()
      return problems
    },
  }
}
