/** The state of this device in words: one line, with what to do if something is wrong. @see outliner 1.2 */
import type { State, WireError } from '@notegraph/sync'

export interface StatusLine {
  readonly text: string
  readonly isWrong: boolean
}

/** Why words are on the screen alone. */
export type Loss = 'device' | 'length'

const LOSSES: Readonly<Record<Loss, string>> = {
  device:
    'This device cannot store your last words. They are on this screen alone. Free space on the device, or copy them.',
  length: 'A block is too long. Its last words are on this screen alone. Shorten it, or copy them.',
}

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

function refusedWords(count: number, refusal: WireError | undefined): string {
  const kept = count === 1 ? 'It is kept here.' : 'They are kept here.'
  const why = refusal ? `${refusal.error} ${refusal.hint}` : ''
  return `The server refused ${changes(count)}. ${kept} ${why}`.trim()
}

/**
 * @param loss why words are on the screen alone, if any are
 * @param isStoring whether words are on their way to the device
 * @param refusal why the server refused a change, if it did
 */
export function statusLine(
  state: State,
  loss: Loss | undefined,
  isStoring: boolean,
  refusal: WireError | undefined,
): StatusLine {
  const fine = (text: string): StatusLine => ({ text, isWrong: false })
  if (loss && state.status !== 'error') return { text: LOSSES[loss], isWrong: true }
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
  if (state.refused > 0) return { text: refusedWords(state.refused, refusal), isWrong: true }
  return fine(state.pending === 0 && !isStoring ? 'Saved' : 'Saving…')
}
