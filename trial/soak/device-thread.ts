/** The thread of the devices, behind `startDevicesApart`. */
import { parentPort, workerData } from 'node:worker_threads'
import { startDevices, type DeviceAccount } from './devices.ts'

/** The data of the thread. */
export interface DeviceWork {
  readonly accounts: readonly DeviceAccount[]
  readonly baseUrl: string
}

/** Any message to the thread stops the devices. */
export type FromDevices =
  | { readonly kind: 'ready' | 'edit' }
  | { readonly kind: 'failure'; readonly why: string }
  | { readonly kind: 'stopped'; readonly problems: readonly string[] }

const { accounts, baseUrl } = workerData as DeviceWork
const say = (message: FromDevices): void => parentPort!.postMessage(message)
const stop = await startDevices(
  accounts,
  baseUrl,
  () => say({ kind: 'edit' }),
  (why) => say({ kind: 'failure', why: String(why) }),
)
parentPort!.once('message', () => {
  stop().then(
    (problems) => say({ kind: 'stopped', problems }),
    (why: unknown) => say({ kind: 'stopped', problems: [`devices did not stop: ${String(why)}`] }),
  )
})
say({ kind: 'ready' })
