/** Replaces the parts of a browser that it has over https alone. @see outliner 1.2 */
import { systemEnvironment } from '@notegraph/sync'

export function fillIn(): void {
  const environment = systemEnvironment()
  Object.defineProperty(crypto, 'randomUUID', { value: () => environment.newId(), configurable: true })
}
