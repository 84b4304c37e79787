/** The state of the engine in words. */
import type { PendingCounts, State } from '@notegraph/sync'

export function statusText(state: State, pending: PendingCounts = { waiting: 0, refused: [] }): string {
  const [refused] = pending.refused
  const changes = pending.waiting === 1 ? '1 change' : `${pending.waiting} changes`
  switch (state.status) {
    case 'waiting':
      return 'Open in another window. Close that window to continue here.'
    case 'error':
      return `${state.reason.error} ${state.reason.hint}`
    case 'offline':
      if (state.reason.code === 'not_notegraph') return `${state.reason.error} ${state.reason.hint}`
      return pending.waiting === 0
        ? 'Offline. Edits are saved on this device.'
        : `Offline. ${changes} saved on this device.`
    case 'unsynced':
    case 'pulling':
      return 'progress' in state && state.progress
        ? `Loading ${state.progress.records} of ${state.progress.total ?? '?'}…`
        : 'Loading…'
    case 'pushing':
    case 'idle':
      if (refused) return `The server refused a change: ${refused.reason.error}`
      return pending.waiting === 0 ? 'All changes saved.' : `${changes} saved on this device.`
  }
}
