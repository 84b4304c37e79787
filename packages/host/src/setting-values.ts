/**
 * The values that variables accept. Each schema reads the text of a variable, and its message says which values are
 * valid.
 */
import { isEmailAddress } from '@notegraph/contract'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { isLoopback } from './loopback.ts'

export const wholeNumber = (from: number, to: number): v.GenericSchema<string, number> =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, `takes a whole number from ${from} to ${to}`),
    v.transform(Number),
    v.minValue(from, `takes a whole number from ${from} to ${to}`),
    v.maxValue(to, `takes a whole number from ${from} to ${to}`),
  )

/** An address without a query. Trailing slashes are removed. */
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

/** The address of a PostgreSQL database. It may contain a password. */
export const DatabaseUrl: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.check(
    (text) => /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text),
    'takes an address such as postgres://notegraph@db.example/notegraph',
  ),
)

/** The address of a mail server. It may contain a user and a password. */
export const SmtpUrl: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text)
    return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  }, 'takes an address such as smtps://user:password@mail.example'),
  v.check((text) => {
    const url = URL.parse(text)
    return url === null || (isEncoded(url.username) && isEncoded(url.password))
  }, 'takes a user and a password in percent-encoding: % is written as %25'),
)

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** One e-mail address, without a name. */
export const EmailAddress: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.check(isEmailAddress, 'takes an address such as notes@example.org'),
)

/** Whether answers from an address can be trusted: over https, or from this machine. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname)
}

/** An address of answers that the server believes, unchanged. A plain http address would let an attacker replace them. */
const trustworthyUrl = (example: string): v.GenericSchema<string, string> =>
  v.pipe(
    v.string(),
    v.check(
      (text) => isHttpAddress(text) && isTrustworthy(new URL(text)),
      `takes an https address, such as ${example}, or an http one of this machine`,
    ),
  )

/** The address of signing keys. */
export const KeysUrl: v.GenericSchema<string, string> = trustworthyUrl('https://sign-in.example/keys')

/** The address of a list of releases. */
export const ReleasesUrl: v.GenericSchema<string, string> = trustworthyUrl(
  'https://forge.example/releases/latest',
)

/**
 * The address of an identity provider, exactly as the provider names itself. Only https is safe, except on this
 * machine.
 */
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

/** Names or addresses of hosts, each with or without a port. */
export const Hosts: v.GenericSchema<string, string[]> = v.pipe(
  v.string(),
  v.transform(listed),
  v.check(
    (list) => list.every((host) => URL.parse(`http://${host}/`)?.pathname === '/' && !/[@/?#]/.test(host)),
    'takes hosts with commas between, such as localhost:5678,n8n.lan',
  ),
  v.transform((list) => list.map((host) => host.toLowerCase())),
)

/** Whether sites answer at names of their own, and the names that the operator gave to sites. */
export interface SiteHostSettings {
  readonly isOn: boolean
  /** Slugs by host. */
  readonly named: Readonly<Record<string, string>>
}

const NAMED = /^[a-z0-9.-]{1,253}\.[a-z0-9-]{1,63}=[a-z0-9-]{1,100}$/

export const SiteHosts: v.GenericSchema<string, SiteHostSettings> = v.pipe(
  v.string(),
  v.transform((text) => listed(text.toLowerCase())),
  v.check(
    (list) =>
      list.every((one) => one === 'on' || NAMED.test(one)) || (list.length === 1 && list[0] === 'off'),
    'takes on, off, or hosts and slugs with commas between, such as on,garden.example=garden',
  ),
  v.transform((list) => ({
    isOn: list.length > 0 && list[0] !== 'off',
    named: Object.fromEntries(list.filter((one) => one.includes('=')).map((one) => one.split('=') as [string, string])), // prettier-ignore
  })),
)

export const YesOrNo: v.GenericSchema<string, boolean> = v.pipe(
  v.picklist(['true', 'false'], 'takes true or false'),
  v.transform((word) => word === 'true'),
)

export const OnOrOff: v.GenericSchema<string, boolean> = v.pipe(
  v.picklist(['on', 'off'], 'takes on or off'),
  v.transform((word) => word === 'on'),
)

const SECRET = /^whsec_[A-Za-z0-9+/]{32,200}={0,2}$/

/** Secrets of signed messages, several so that one can replace another. No message contains them. */
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
