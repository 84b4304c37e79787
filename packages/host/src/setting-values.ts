/** What a variable may hold: each schema takes the text as it is set, and says in words what it would take. */
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { isLoopback } from './loopback.ts'

export const wholeNumber = (from: number, to: number): v.GenericSchema<string, number> =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `takes a whole number from ${from} to ${to}`),
    v.transform(Number),
    v.minValue(from, `takes a whole number from ${from} to ${to}`),
    v.maxValue(to, `takes a whole number from ${from} to ${to}`),
  )

/** An address without a query, its trailing slashes left off. */
export const HttpAddress: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.check(
    (text) => isHttpAddress(text) && URL.parse(text)?.search === '',
    'takes an http or https address without a query, such as https://notes.example',
  ),
  v.transform((address) => {
    const { origin, pathname } = new URL(address)
    return (origin + pathname).replace(/\/+$/, '')
  }),
)

/** Whether what an address answers can be believed: it comes over https, or from this very machine. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname)
}

/** Where keys are asked for, as it is. Whoever can change keys on their way can sign anything. */
export const KeysUrl: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.check(
    (text) => isHttpAddress(text) && isTrustworthy(new URL(text)),
    'takes an https address, such as https://sign-in.example/keys, or an http one of this machine',
  ),
)

/** An identity provider, as it names itself: what it says has to come over https, but from this very machine. */
export const Issuer: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text)
    if (!isHttpAddress(text) || url === null || url.search !== '') return false
    return isTrustworthy(url)
  }, 'takes an https address without a query, such as https://id.example, or an http one of this machine'),
)

export const Networks: v.GenericSchema<string, string[]> = v.pipe(
  v.string(),
  v.transform(listed),
  v.check(
    (list) => list.every((network) => ipaddr.isValidCIDR(network)),
    'takes networks in CIDR form with commas between, such as 10.0.0.0/8,fd00::/8',
  ),
)

export const YesOrNo: v.GenericSchema<string, boolean> = v.pipe(
  v.picklist(['true', 'false'], 'takes true or false'),
  v.transform((word) => word === 'true'),
)

const SECRET = /^whsec_[A-Za-z0-9+/]{32,200}={0,2}$/

/** Secrets of signed messages, so that one can take the place of another. They are never told in words. */
export const Secrets: v.GenericSchema<string, string[]> = v.pipe(
  v.string(),
  v.transform(listed),
  v.check(
    (list) => list.every((secret) => SECRET.test(secret)),
    'takes whsec_ and 24 random bytes or more in base64; of several, with commas between',
  ),
)

function listed(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  )
}
