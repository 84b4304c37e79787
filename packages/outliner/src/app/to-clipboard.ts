/** Puts texts on the clipboard from a button, where there is no event of the browser to fill. */
import type { Copied } from '@notegraph/outliner'
import type { OpenApp } from './open-app.ts'

/** @param done the words to say when it worked */
export async function toClipboard(
  { notice }: OpenApp,
  { markdown, html }: Pick<Copied, 'markdown'> & Partial<Copied>,
  done: string,
): Promise<boolean> {
  const blobs = { 'text/plain': markdown, ...(html !== undefined && { 'text/html': html }) }
  const items = Object.entries(blobs).map(([type, text]) => [type, new Blob([text], { type })])
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))])
    notice.value = { words: done, canUndo: false }
    return true
  } catch {
    notice.value = {
      words: 'The browser did not allow copying. Allow the clipboard for this site.',
      canUndo: false,
    }
    return false
  }
}
