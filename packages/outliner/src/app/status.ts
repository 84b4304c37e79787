/** The state of this device in words: one line, with what to do if something is wrong. @see outliner 1.2 */
import type { State } from '@notegraph/sync'

export interface StatusLine {
  readonly text: string
  readonly isWrong: boolean
}

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

export function statusLine(state: State): StatusLine {
  const fine = (text: string): StatusLine => ({ text, isWrong: false })
  switch (state.status) {
    case 'waiting':
      return fine('Open in another window. Close that window to continue here.')
    case 'error':
      return { text: `${state.reason.error} ${state.reason.hint}`, isWrong: true }
    case 'offline':
      return fine(state.pending === 0 ? 'Offline' : `Offline (${changes(state.pending)} waiting)`)
    case 'pulling':
      if (state.progress) {
        const { records, total } = state.progress
        return fine(total === undefined ? `Loading ${records}…` : `Loading ${records} of ${total}…`)
      }
      break
    case 'unsynced':
    case 'idle':
    case 'pushing':
  }
  if (state.refused > 0)
    return { text: `The server refused ${changes(state.refused)}. They are kept here.`, isWrong: true }
  return fine(state.pending === 0 ? 'Saved' : 'Saving…')
}
