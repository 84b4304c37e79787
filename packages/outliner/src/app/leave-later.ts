/** Leaving needs the database, which the worker has otherwise. So it is loaded when somebody leaves. @see outliner 6.5 */
import type { Device } from './device.ts'

export const leave = async (device: Pick<Device, 'account'>): Promise<void> =>
  (await import('./leave.ts')).leave(device)
