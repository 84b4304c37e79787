/** Reads forms, and says why one was not read. */
import type { Context } from 'hono'
import { byteSize } from '../components/byte-size.ts'
import { message } from '../components/message.ts'
import type { View } from '../page.ts'

/** @returns undefined if the body is not a complete form */
export async function formOf(c: Context): Promise<FormData | undefined> {
  try {
    return await c.req.formData()
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** A form that was not read cannot come back, but the browser has the page that it was sent from. */
export const tooLarge = (limit: number): View => ({
  ...message(
    'Form too large',
    `The form is larger than ${byteSize(limit)}, so nothing was saved.`,
    'Go back in your browser to see what you typed. Then save less at once.',
  ),
  status: 413,
})

export const NO_FORM: View = {
  ...message(
    'Incomplete form',
    'The server did not receive the complete form.',
    'Go back and send the form again.',
  ),
  status: 400,
}
