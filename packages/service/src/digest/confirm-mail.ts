/** The e-mail with the link that confirms an address. @see events 3 */
import { LIMITS } from '@notegraph/contract'
import type { Mail } from './send.ts'

export const confirmMail = (to: string, server: string, link: string): Mail => ({
  to,
  subject: 'Confirm your address for the daily digest',
  text: `Somebody asked the Notegraph server at ${server} to send a daily digest to this address.

To confirm, open this link within ${LIMITS.digestLinkHours} hours and press the button there:
${link}

If you did not ask for it, ignore this e-mail. You will get no further one.
`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
