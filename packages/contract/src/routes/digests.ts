/**
 * The routes of the daily digest. Only a device session opens them.
 * @see events 3
 */
import { ERRORS } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { RECENT_ERRORS, SESSION_ERRORS } from './errors.ts'
import { EXAMPLE_DIGEST } from './examples.ts'
import { BROWSER_ID } from './path-parameters.ts'
import type { Route } from './route.ts'
import { AddDigestBrowser, ChangeDigest, DigestAnswer } from '../schemas/digests.ts'

const PATH = '/api/v1/settings/digest'
const BROWSERS = `${PATH}/browsers`
const common = { auth: 'session', tag: 'Digest', parameters: [], answer: DigestAnswer } as const
const [browser] = EXAMPLE_DIGEST.browsers

export const DIGEST_ROUTES: readonly Route[] = [
  {
    ...common,
    operationId: 'readDigest',
    client: 'digest.read',
    method: 'GET',
    path: PATH,
    summary: 'Read the settings of the digest',
    description:
      'The daily digest: its hour and zone, the e-mail address and the browsers that get it, and when it is due there.',
    errors: SESSION_ERRORS,
    example: { request: PATH, answer: EXAMPLE_DIGEST },
  },
  {
    ...common,
    operationId: 'changeDigest',
    client: { method: 'digest.change', once: 'a new address would get a second e-mail' },
    recent: 'to_widen',
    method: 'PATCH',
    audit: 'digest_changed',
    path: PATH,
    summary: 'Change the settings of the digest',
    description: `Changes the hour, the zone or the e-mail address, or switches digests on or off. A new address gets an e-mail with a link, which works for ${LIMITS.digestLinkHours} hours. Nothing else is sent to it before somebody opens the link and confirms. An account can ask for ${LIMITS.digestLinksPerDay} links in a day, and an address gets ${LIMITS.digestLinksPerAddress} in a day.`,
    body: ChangeDigest,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'email takes an address such as ada@example.org.',
      conflict: 'This server sends no e-mail.',
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: PATH,
      body: { hour: 7, zone: 'Europe/Berlin', email: 'ada@example.org' },
      answer: { ...EXAMPLE_DIGEST, email: { address: 'ada@example.org', state: 'unconfirmed', createdAt: 1795169100000 } }, // prettier-ignore
    },
  },
  {
    ...common,
    operationId: 'addDigestBrowser',
    client: { method: 'digest.addBrowser', once: false },
    recent: 'always',
    method: 'POST',
    audit: 'digest_added',
    path: BROWSERS,
    summary: 'Send the digest to a browser',
    description: `Adds a browser that subscribed with the \`pushKey\` of the account. The same endpoint again replaces its keys, and switches it on. An account can have ${LIMITS.digestBrowsers} browsers (409).`,
    body: AddDigestBrowser,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'endpoint must begin with https.',
      conflict: `This account already has ${LIMITS.digestBrowsers} browsers with a digest, which is the limit.`,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: BROWSERS,
      body: {
        endpoint: 'https://push.example/send/4f1c',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        name: browser!.name,
      },
      answer: EXAMPLE_DIGEST,
    },
  },
  {
    ...common,
    operationId: 'removeDigestBrowser',
    client: { method: 'digest.removeBrowser', once: 'the browser would no longer be found' },
    method: 'POST',
    audit: 'digest_removed',
    path: `${BROWSERS}/{id}/remove`,
    summary: 'Stop the digest to a browser',
    description: 'Removes a browser from the digest. The route takes no body, and also works in grace.',
    parameters: [BROWSER_ID],
    errors: { ...SESSION_ERRORS, not_found: 'No browser with a digest has this id.' },
    example: { request: `${BROWSERS}/${browser!.id}/remove`, answer: { ...EXAMPLE_DIGEST, browsers: [] } },
  },
]
