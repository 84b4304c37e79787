/** Leaving is loaded when somebody leaves. @see outliner 6.5 */
import type { Device } from './device.ts'
import type { OpenApp } from './open-app.ts'

export const leave = async (device: Device): Promise<void> => (await import('./leave.ts')).leave(device)

export const signOut = async (app: OpenApp, form: HTMLFormElement): Promise<void> =>
  (await import('./sign-out.ts')).signOut(app, form)
