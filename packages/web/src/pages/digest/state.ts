/** The state of an address or a browser, in words. Times are in the zone of the digest. */
import type { DigestBrowser } from '@notegraph/contract'
import { timeAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'

type State = Pick<DigestBrowser, 'sentAt' | 'dueAt' | 'fault' | 'failingSince' | 'offAt' | 'offWhy'>

export function stateWords({ sentAt, dueAt, fault, failingSince, offAt, offWhy }: State, zone: string): Html {
  if (offAt !== undefined)
    return offWhy === 'ended'
      ? html`Stopped by the link in a digest on ${timeAt(offAt, zone)}.`
      : html`Off since ${timeAt(offAt, zone)}, because no digest was accepted. <bdi>${fault}</bdi>`
  const next = dueAt !== undefined && html`Next: ${timeAt(dueAt, zone)}, if there is something to say.`
  if (failingSince !== undefined)
    return html`Failing since ${timeAt(failingSince, zone)}. <bdi>${fault}</bdi> ${next}`
  return html`${sentAt !== undefined && html`Last sent: ${timeAt(sentAt, zone)}.`} ${next}
  ${fault !== undefined && html`<bdi>${fault}</bdi>`}`
}
