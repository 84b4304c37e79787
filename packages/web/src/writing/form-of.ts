/** Reads forms, and says why one was not read. */
import { readForm } from '@notegraph/service'
import { byteSize } from '../components/byte-size.ts'
import { message } from '../components/message.ts'
import type { View } from '../page.ts'

/** @param limit in bytes. @returns the fields, or the page that says why there are none */
export async function formOf(request: Request, limit: number): Promise<FormData | View> {
  const form = await readForm(request, limit)
  if (form.ok) return form.value
  return form.refusal.code === 'too_large' ? tooLarge(limit) : NO_FORM
}

/** A form that was not read cannot come back, but the browser has the page that it was sent from. */
const tooLarge = (limit: number): View => ({
  ...message(
    'Form too large',
    `The form is larger than ${byteSize(limit)}, so nothing was saved.`,
    'Go back in your browser to see what you typed. Then save less at once.',
  ),
  status: 413,
})

const NO_FORM: View = {
  ...message(
    'Incomplete form',
    'The server did not receive the complete form.',
    'Go back and send the form again.',
  ),
  status: 400,
}
