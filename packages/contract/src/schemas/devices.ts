/** The devices that are signed in to an account. @see decisions 9.2 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { list, Timestamp } from './scalars.ts'

/** A signed-in device. */
export const Device = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description('The id of its session.')),
    device: v.pipe(v.string(), v.description('The name of the device.')),
    createdAt: v.pipe(Timestamp, v.description('The time of its sign-in.')),
    lastUsedAt: v.exactOptional(v.pipe(Timestamp, v.description('The time of the last use, to the minute.'))),
  }),
  v.description('A device that is signed in.'),
)
export type Device = v.InferOutput<typeof Device>

/** The device that asks. */
export const OwnDevice = v.pipe(
  v.strictObject({
    account: v.pipe(v.string(), v.description('The id of the account.')),
    id: v.pipe(v.string(), v.description('The id of the device, or of the session of the browser.')),
    device: v.pipe(v.string(), v.description('Its name. A browser is named after itself and its system.')),
  }),
  v.description('The device that asks, and its account.'),
)
export type OwnDevice = v.InferOutput<typeof OwnDevice>

/** The answer of the list of devices, newest first. */
export const DeviceList = v.pipe(
  v.strictObject({
    devices: list(Device),
    own: v.pipe(v.string(), v.description('The id of the requesting device.')),
    ...envelope,
  }),
  v.description('Signed-in devices, newest first.'),
)
export type DeviceList = v.InferOutput<typeof DeviceList>
