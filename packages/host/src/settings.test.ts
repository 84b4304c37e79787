import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressOf, originOf, readSettings, SettingError, type Settings } from './index.ts'

/** 24 bytes. */
const SECRET = `whsec_${'abcd'.repeat(8)}`

const fault = (env: Record<string, string>): string => {
  try {
    readSettings(env)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError)
    return (error as SettingError).message
  }
  throw new Error('nothing was wrong')
}

test('[operations] the defaults', () => {
  expect(readSettings({})).toEqual({
    host: '127.0.0.1',
    port: 8787,
    baseUrl: undefined,
    data: './data',
    secretKeyFile: resolve('data.key'),
    trustedProxies: [],
    connections: 4_096,
    connectionsPerAddress: 1_024,
    requestsPerMinute: 120,
    writesPerMinuteToken: 30,
    writesPerMinuteAddress: 45,
    revertibleChanges: 500,
    historyDays: 30,
    databaseUrl: undefined,
    replicaBytes: 20 * 2 ** 30,
    openGraphs: 200,
    bucket: undefined,
    provider: undefined,
    signInAgainMinutes: 0,
    oauth: false,
    agent: undefined,
    billingSecrets: [],
    webhookHosts: [],
    siteHosts: { isOn: false, named: {} },
    smtp: undefined,
    retention: 'data/ended',
    firstStart: 'account',
    printSecrets: true,
    commandLine: 'notegraph',
    misspelled: {},
    unused: {},
    build: undefined,
    logLevel: 'info',
    logAddresses: false,
    metricsHost: '127.0.0.1',
    metricsPort: undefined,
    tracing: undefined,
  })
})

test.each([
  ['NOTEGRAPH_BASEURL', 'NOTEGRAPH_BASE_URL'],
  ['NOTEGRAPH_TRUSTED_PROXY', 'NOTEGRAPH_TRUSTED_PROXIES'],
  ['NOTEGRAPH_SMPT_URL', 'NOTEGRAPH_SMTP_URL'],
  // Those of commands and of other programs.
  ['NOTEGRAPH_URL', undefined],
  ['NOTEGRAPH_TOKEN', undefined],
  ['NOTEGRAPH_SESSION', undefined],
  ['NOTEGRAPH_SEED', undefined],
  ['NOTEGRAPH_POSTGRES', undefined],
  ['BASE_URL', undefined],
])('[operations] %s is taken for %s', (written, meant) => {
  expect(readSettings({ [written]: 'x' }).misspelled).toEqual(meant === undefined ? {} : { [written]: meant })
  expect(readSettings({ [written]: '' }).misspelled).toEqual({})
})

test('[operations] settings without the one that they belong to', () => {
  const env = {
    NOTEGRAPH_S3_PATH_STYLE: 'true',
    NOTEGRAPH_BACKUP_S3_PATH_STYLE: 'true',
    NOTEGRAPH_BACKUP_HOURS: '6',
    NOTEGRAPH_METRICS_HOST: '::1',
    NOTEGRAPH_METRICS_PORT: '',
  }
  expect(readSettings(env).unused).toEqual({
    NOTEGRAPH_S3_PATH_STYLE: 'NOTEGRAPH_S3_BUCKET',
    NOTEGRAPH_BACKUP_S3_PATH_STYLE: 'NOTEGRAPH_BACKUP_S3_BUCKET',
    NOTEGRAPH_BACKUP_HOURS: 'NOTEGRAPH_BACKUP_FOLDER',
    NOTEGRAPH_METRICS_HOST: 'NOTEGRAPH_METRICS_PORT',
  })
  const whole = {
    NOTEGRAPH_BACKUP_FOLDER: '/backups',
    NOTEGRAPH_BACKUP_KEEP: '2',
    NOTEGRAPH_METRICS_PORT: '0',
  }
  expect(readSettings({ ...whole, NOTEGRAPH_METRICS_HOST: '::1' }).unused).toEqual({})
})

test.each([
  ['start', 'npm run -s notegraph --'],
  ['notegraph', 'npm run -s notegraph --'],
  ['npx', 'npx notegraph'],
  ['deploy', 'notegraph'],
])(
  '[operations] a command is named as it is called: the npm script %s makes it %j',
  (script, commandLine) => {
    expect(readSettings({ npm_lifecycle_event: script })).toMatchObject({ commandLine })
  },
)

/** Other machines can reach the server. */
const PUBLIC: Partial<Settings> = { firstStart: 'nothing', signInAgainMinutes: 15 }

test.each<[name: string, value: string, read: Partial<Settings>]>([
  ['NOTEGRAPH_HOST', '::1', { host: '::1' }],
  ['NOTEGRAPH_HOST', 'localhost', { host: 'localhost' }],
  ['NOTEGRAPH_HOST', '127.0.0.9', { host: '127.0.0.9' }],
  ['NOTEGRAPH_HOST', '0.0.0.0', { host: '0.0.0.0', ...PUBLIC }],
  ['NOTEGRAPH_HOST', '::', { host: '::', ...PUBLIC }],
  ['NOTEGRAPH_HOST', 'notes.example', { host: 'notes.example', ...PUBLIC }],
  ['NOTEGRAPH_FIRST_START', 'nothing', { firstStart: 'nothing' }],
  ['NOTEGRAPH_FIRST_START', 'account', { firstStart: 'account' }],
  ['NOTEGRAPH_PRINT_SECRETS', 'false', { printSecrets: false }],
  ['NOTEGRAPH_BASE_URL', 'http://localhost:1', { baseUrl: 'http://localhost:1' }],
  ['NOTEGRAPH_BASE_URL', 'http://[::1]:1', { baseUrl: 'http://[::1]:1' }],
  ['NOTEGRAPH_PORT', '0', { port: 0 }],
  ['NOTEGRAPH_PORT', '65535', { port: 65_535 }],
  ['NOTEGRAPH_METRICS_PORT', '0', { metricsPort: 0 }],
  [
    'NOTEGRAPH_METRICS_HOST',
    '::',
    { metricsHost: '::', unused: { NOTEGRAPH_METRICS_HOST: 'NOTEGRAPH_METRICS_PORT' } },
  ],
  ['NOTEGRAPH_BASE_URL', 'https://notes.example', { ...PUBLIC, baseUrl: 'https://notes.example' }],
  ['NOTEGRAPH_BASE_URL', 'https://notes.example/', { ...PUBLIC, baseUrl: 'https://notes.example' }],
  [
    'NOTEGRAPH_BASE_URL',
    ' HTTP://Notes.Example:8080/a/b// ',
    { ...PUBLIC, baseUrl: 'http://notes.example:8080/a/b' },
  ],
  ['NOTEGRAPH_BASE_URL', 'https://notes.example/#', { ...PUBLIC, baseUrl: 'https://notes.example' }],
  ['NOTEGRAPH_SECRET_KEY_FILE', '/keys/notes', { secretKeyFile: '/keys/notes' }],
  [
    'NOTEGRAPH_DATA',
    '/var/lib/notes',
    { data: '/var/lib/notes', retention: '/var/lib/notes/ended', secretKeyFile: '/var/lib/notes.key' },
  ],
  ['NOTEGRAPH_RETENTION', '/var/kept', { retention: '/var/kept' }],
  ['NOTEGRAPH_BILLING_SECRET', SECRET, { billingSecrets: [SECRET] }],
  ['NOTEGRAPH_BILLING_SECRET', ` ${SECRET} ,${SECRET}`, { billingSecrets: [SECRET, SECRET] }],
  ['NOTEGRAPH_SMTP_URL', 'smtp://a', { smtp: { url: 'smtp://a', from: 'notegraph@localhost' } }],
  [
    'NOTEGRAPH_SMTP_URL',
    'smtps://me%40b.example:p@a:465',
    { smtp: { url: 'smtps://me%40b.example:p@a:465', from: 'me@b.example' } },
  ],
  [
    'NOTEGRAPH_WEBHOOK_HOSTS',
    ' N8N.lan:5678 ,localhost,[::1]:80',
    { webhookHosts: ['n8n.lan:5678', 'localhost', '[::1]:80'] },
  ],
  ['NOTEGRAPH_TRUSTED_PROXIES', '10.0.0.0/8', { signInAgainMinutes: 15, trustedProxies: ['10.0.0.0/8'] }],
  [
    'NOTEGRAPH_TRUSTED_PROXIES',
    ' 10.0.0.0/8 ,fd00::/8,',
    { signInAgainMinutes: 15, trustedProxies: ['10.0.0.0/8', 'fd00::/8'] },
  ],
  ['NOTEGRAPH_REQUESTS_PER_MINUTE', '0', { requestsPerMinute: 0 }],
  ['NOTEGRAPH_REQUESTS_PER_MINUTE', '1000000', { requestsPerMinute: 1_000_000 }],
  ['NOTEGRAPH_WRITES_PER_MINUTE_TOKEN', '0', { writesPerMinuteToken: 0 }],
  ['NOTEGRAPH_WRITES_PER_MINUTE_TOKEN', '1000000', { writesPerMinuteToken: 1_000_000 }],
  ['NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS', '0', { writesPerMinuteAddress: 0 }],
  ['NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS', '1000000', { writesPerMinuteAddress: 1_000_000 }],
  ['NOTEGRAPH_REVERTIBLE_CHANGES', '0', { revertibleChanges: 0 }],
  ['NOTEGRAPH_REVERTIBLE_CHANGES', '1000000', { revertibleChanges: 1_000_000 }],
  ['NOTEGRAPH_HISTORY_DAYS', '0', { historyDays: 0 }],
  ['NOTEGRAPH_HISTORY_DAYS', '3650', { historyDays: 3_650 }],
  ['NOTEGRAPH_OPEN_GRAPHS', '1', { openGraphs: 1 }],
  ['NOTEGRAPH_OPEN_GRAPHS', '100000', { openGraphs: 100_000 }],
  ['NOTEGRAPH_SIGN_IN_AGAIN_MINUTES', '0', { signInAgainMinutes: 0 }],
  ['NOTEGRAPH_SIGN_IN_AGAIN_MINUTES', '15', { signInAgainMinutes: 15 }],
  ['NOTEGRAPH_OAUTH', 'on', { oauth: true }],
  ['NOTEGRAPH_SITE_HOSTS', 'on', { siteHosts: { isOn: true, named: {} } }],
  [
    'NOTEGRAPH_SITE_HOSTS',
    'on, Garden.example=garden',
    { siteHosts: { isOn: true, named: { 'garden.example': 'garden' } } },
  ],
  ['NOTEGRAPH_OAUTH', 'off', { oauth: false }],
  [
    'NOTEGRAPH_RELEASES_URL',
    'https://forge.example/latest?a=b',
    { releasesUrl: 'https://forge.example/latest?a=b' },
  ],
  ['NOTEGRAPH_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('[operations] %s=%j', (name, value, read) => {
  expect(readSettings({ [name]: value })).toEqual({ ...readSettings({}), ...read })
})

test('[operations] the agent, as all three variables say', () => {
  const env = {
    NOTEGRAPH_AGENT_ISSUER: 'https://sign-in.example',
    NOTEGRAPH_AGENT_AUDIENCE: 'notes',
    NOTEGRAPH_AGENT_JWKS_URL: 'https://sign-in.example/keys?p=agent',
  }
  expect(readSettings(env).agent).toEqual({
    issuer: 'https://sign-in.example',
    audience: 'notes',
    jwksUrl: 'https://sign-in.example/keys?p=agent',
  })
})

test.each([
  'https://id.example',
  'https://id.example/tenant/',
  'http://127.0.0.1:9000',
  'http://localhost:9000',
])('[operations] the identity provider %s, as it is', (issuer) => {
  const env = {
    NOTEGRAPH_OIDC_ISSUER: issuer,
    NOTEGRAPH_OIDC_CLIENT_ID: 'notes',
    NOTEGRAPH_OIDC_CLIENT_SECRET: 'secret',
  }
  expect(readSettings(env).provider).toEqual({ issuer, clientId: 'notes', clientSecret: 'secret' })
})

test.each([
  [{}, { region: 'us-east-1', pathStyle: false }],
  [{ NOTEGRAPH_S3_REGION: 'eu-central-1' }, { region: 'eu-central-1', pathStyle: false }],
  [
    { NOTEGRAPH_S3_ENDPOINT: 'http://127.0.0.1:9000/' },
    { region: 'us-east-1', endpoint: 'http://127.0.0.1:9000', pathStyle: true },
  ],
  [
    { NOTEGRAPH_S3_ENDPOINT: 'https://s3.example', NOTEGRAPH_S3_PATH_STYLE: 'false' },
    { region: 'us-east-1', endpoint: 'https://s3.example', pathStyle: false },
  ],
  [{ NOTEGRAPH_S3_PATH_STYLE: 'true' }, { region: 'us-east-1', pathStyle: true }],
])('[operations] a bucket with %j', (env, expected) => {
  const needed = { NOTEGRAPH_S3_BUCKET: 'notes', NOTEGRAPH_S3_KEY: 'k', NOTEGRAPH_S3_SECRET: 's' }
  expect(readSettings({ ...needed, ...(env as Record<string, string>) }).bucket).toEqual({
    name: 'notes',
    accessKeyId: 'k',
    secretAccessKey: 's',
    ...expected,
  })
})

test('[operations] backups have a bucket of their own', () => {
  const { bucket, backups } = readSettings({
    NOTEGRAPH_BACKUP_FOLDER: '/backups',
    NOTEGRAPH_BACKUP_S3_BUCKET: 'copies',
    NOTEGRAPH_BACKUP_S3_ENDPOINT: 'https://s3.example',
    NOTEGRAPH_BACKUP_S3_KEY: 'k',
    NOTEGRAPH_BACKUP_S3_SECRET: 's',
  })
  expect(bucket).toBeUndefined()
  expect(backups).toEqual({
    folder: '/backups',
    hours: 24,
    keep: 14,
    bucket: {
      name: 'copies',
      region: 'us-east-1',
      endpoint: 'https://s3.example',
      accessKeyId: 'k',
      secretAccessKey: 's',
      pathStyle: true,
    },
  })
})

describe('[operations] a wrong value stops the start with one line that names the variable', () => {
  test.each([
    ['NOTEGRAPH_HOST', ['fe80::1%eth0', 'a b']],
    ['NOTEGRAPH_PORT', ['-1', '65536', '80.5', 'http', '0x50', ' 80', '8e3', '99999999999', '٨٠']],
    [
      'NOTEGRAPH_BASE_URL',
      [
        'notes.example',
        'ftp://notes.example',
        'https://',
        'https://notes.example?a=b',
        'https://notes.example#a',
        'https://me@notes.example',
        'https://:secret@notes.example',
        'javascript:alert(1)',
      ],
    ],
    [
      'NOTEGRAPH_TRUSTED_PROXIES',
      ['10.0.0.1', '10.0.0.0/33', 'fd00::/129', 'any', '10.0.0.0/8;fd00::/8', '10.0.0.0/'],
    ],
    ['NOTEGRAPH_REQUESTS_PER_MINUTE', ['-1', '1000001', '1.5', 'none', 'Infinity', '1_000']],
    ['NOTEGRAPH_WRITES_PER_MINUTE_TOKEN', ['-1', '1000001', '1.5', 'none']],
    ['NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS', ['-1', '1000001', '1.5', 'none']],
    ['NOTEGRAPH_REVERTIBLE_CHANGES', ['-1', '1000001', '1.5', 'none']],
    ['NOTEGRAPH_HISTORY_DAYS', ['-1', '3651', '1.5', 'ever']],
    ['NOTEGRAPH_OPEN_GRAPHS', ['0', '-1', '100001', '1.5', 'all']],
    ['NOTEGRAPH_METRICS_PORT', ['-1', '65536', 'on', 'off']],
    ['NOTEGRAPH_LOG_LEVEL', ['INFO', 'verbose', 'info ', '30']],
    ['NOTEGRAPH_SIGN_IN_AGAIN_MINUTES', ['-1', '1.5', '43201', 'never']],
    ['NOTEGRAPH_OAUTH', ['true', 'On', '1']],
    ['NOTEGRAPH_FIRST_START', ['none', 'Account', 'true']],
    ['NOTEGRAPH_PRINT_SECRETS', ['no', '0']],
    ['NOTEGRAPH_DATABASE_URL', ['mysql://localhost/notes', 'localhost', 'postgres://[']],
    ['NOTEGRAPH_REPLICA_BYTES', ['-1', '999999', '10GB']],
    ['NOTEGRAPH_S3_ENDPOINT', ['s3.example', 'ftp://s3.example', 'https://me:pass@s3.example']],
    ['NOTEGRAPH_SMTP_FROM', ['me', 'Me <me@a.example>', 'a@b,c@d']],
    ['NOTEGRAPH_S3_PATH_STYLE', ['yes', '1', 'True']],
    ['NOTEGRAPH_BACKUP_S3_ENDPOINT', ['s3.example', 'https://me:pass@s3.example']],
    [
      'NOTEGRAPH_AGENT_JWKS_URL',
      [
        'keys.json',
        'file:///keys',
        'https://me@sign-in.example/',
        'https://a.example/#b',
        'http://sign-in.example/keys',
        'http://10.0.0.1/keys',
      ],
    ],
    ['NOTEGRAPH_RELEASES_URL', ['on', 'http://forge.example', 'https://me@forge.example']],
    [
      'NOTEGRAPH_OIDC_ISSUER',
      [
        'id.example',
        'http://id.example',
        'https://id.example?a=b',
        'https://me@id.example',
        'http://10.0.0.1',
      ],
    ],
    ['NOTEGRAPH_SITE_HOSTS', ['yes', 'off,on', 'garden=garden', 'a.example=', 'https://a.example=b']],
    ['NOTEGRAPH_WEBHOOK_HOSTS', ['http://a', 'a/b', 'a b', 'a:x', 'me@a', '10.0.0.0/8']],
    ['NOTEGRAPH_BILLING_SECRET', ['secret', 'whsec_', 'whsec_short', `${SECRET},x`, SECRET.slice(0, -1)]],
  ])('%s', (name, values) => {
    for (const value of values) {
      const message = fault({ [name]: value })
      expect(message.startsWith(name)).toBe(true)
      expect(message).not.toContain('\n')
    }
  })

  test.each([
    [{ NOTEGRAPH_AGENT_ISSUER: 'i' }, 'NOTEGRAPH_AGENT_AUDIENCE and NOTEGRAPH_AGENT_JWKS_URL'],
    [
      { NOTEGRAPH_AGENT_AUDIENCE: 'a', NOTEGRAPH_AGENT_JWKS_URL: 'https://a.example/k' },
      'NOTEGRAPH_AGENT_ISSUER',
    ],
    [
      { NOTEGRAPH_OIDC_ISSUER: 'https://id.example' },
      'NOTEGRAPH_OIDC_CLIENT_ID and NOTEGRAPH_OIDC_CLIENT_SECRET',
    ],
    [{ NOTEGRAPH_OIDC_CLIENT_SECRET: 's' }, 'NOTEGRAPH_OIDC_ISSUER and NOTEGRAPH_OIDC_CLIENT_ID'],
    [{ NOTEGRAPH_SMTP_FROM: 'me@a.example' }, 'NOTEGRAPH_SMTP_URL'],
    [{ NOTEGRAPH_S3_BUCKET: 'b' }, 'NOTEGRAPH_S3_KEY and NOTEGRAPH_S3_SECRET'],
    [{ NOTEGRAPH_S3_REGION: 'eu' }, 'NOTEGRAPH_S3_BUCKET and NOTEGRAPH_S3_KEY and NOTEGRAPH_S3_SECRET'],
    [{ NOTEGRAPH_BACKUP_S3_BUCKET: 'b' }, 'NOTEGRAPH_BACKUP_S3_KEY and NOTEGRAPH_BACKUP_S3_SECRET'],
    [
      { NOTEGRAPH_BACKUP_S3_BUCKET: 'b', NOTEGRAPH_BACKUP_S3_KEY: 'k', NOTEGRAPH_BACKUP_S3_SECRET: 's' },
      'NOTEGRAPH_BACKUP_FOLDER',
    ],
  ])('%j lacks its others', (env, missing) => {
    expect(fault(env as Record<string, string>)).toBe(
      `${missing} must be set, because ${Object.keys(env)[0]} is set.`,
    )
  })

  test('the error does not show the address of a mail server', () => {
    for (const wrong of ['mail.example', 'https://me:hunter2@mail.example', 'smtp:'])
      expect(fault({ NOTEGRAPH_SMTP_URL: wrong })).toBe(
        'NOTEGRAPH_SMTP_URL takes an address such as smtps://user:password@mail.example.',
      )
  })

  test.each(['smtp://a%zz:p@mail.example', 'smtp://me:100%@mail.example'])(
    'the user and the password of a mail server are percent-encoded, unlike in %s',
    (wrong) => {
      expect(fault({ NOTEGRAPH_SMTP_URL: wrong })).toBe(
        'NOTEGRAPH_SMTP_URL takes a user and a password in percent-encoding: % is written as %25.',
      )
    },
  )

  test('a host without an http address needs the address that people use', () => {
    const host = 'fe80::1%eth0'
    expect(fault({ NOTEGRAPH_HOST: host, NOTEGRAPH_OAUTH: 'on' })).toBe(
      'NOTEGRAPH_HOST "fe80::1%eth0" cannot be part of an address. Set NOTEGRAPH_BASE_URL to the address that people use.',
    )
    const env = { NOTEGRAPH_HOST: host, NOTEGRAPH_BASE_URL: 'http://notes.example' }
    expect(readSettings(env)).toMatchObject({ host, firstStart: 'nothing' })
  })

  test('the error does not show a wrong secret', () => {
    expect(fault({ NOTEGRAPH_BILLING_SECRET: 'hunter2' })).toBe(
      'NOTEGRAPH_BILLING_SECRET takes whsec_ and 24 random bytes or more in base64; of several, with commas between.',
    )
  })

  test('in words that say what it takes', () => {
    expect(fault({ NOTEGRAPH_PORT: 'http' })).toBe(
      'NOTEGRAPH_PORT takes a whole number from 0 to 65535, not "http".',
    )
    expect(fault({ NOTEGRAPH_LOG_LEVEL: 'a\nb' })).toBe(
      'NOTEGRAPH_LOG_LEVEL takes one of silent, fatal, error, warn, info, debug, trace, not "a\\nb".',
    )
  })
})

test.each([
  'NOTEGRAPH_HOST',
  'NOTEGRAPH_PORT',
  'NOTEGRAPH_BASE_URL',
  'NOTEGRAPH_DATA',
  'NOTEGRAPH_SECRET_KEY_FILE',
  'NOTEGRAPH_DATABASE_URL',
  'NOTEGRAPH_TRUSTED_PROXIES',
  'NOTEGRAPH_REQUESTS_PER_MINUTE',
  'NOTEGRAPH_RETENTION',
  'NOTEGRAPH_WEBHOOK_HOSTS',
  'NOTEGRAPH_SITE_HOSTS',
  'NOTEGRAPH_SMTP_URL',
  'NOTEGRAPH_SMTP_FROM',
  'NOTEGRAPH_LOG_ADDRESSES',
  'NOTEGRAPH_BILLING_SECRET',
  'NOTEGRAPH_AGENT_ISSUER',
  'NOTEGRAPH_AGENT_JWKS_URL',
  'NOTEGRAPH_OIDC_ISSUER',
  'NOTEGRAPH_OIDC_CLIENT_SECRET',
  'NOTEGRAPH_S3_BUCKET',
  'NOTEGRAPH_S3_ENDPOINT',
  'NOTEGRAPH_S3_PATH_STYLE',
  'NOTEGRAPH_WRITES_PER_MINUTE_TOKEN',
  'NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS',
  'NOTEGRAPH_REVERTIBLE_CHANGES',
  'NOTEGRAPH_HISTORY_DAYS',
  'NOTEGRAPH_OPEN_GRAPHS',
  'NOTEGRAPH_LOG_LEVEL',
  'NOTEGRAPH_FIRST_START',
  'NOTEGRAPH_PRINT_SECRETS',
  'NOTEGRAPH_SIGN_IN_AGAIN_MINUTES',
  'NOTEGRAPH_OAUTH',
  'NOTEGRAPH_METRICS_HOST',
  'NOTEGRAPH_METRICS_PORT',
])('%s that is empty counts as not set', (name) => {
  expect(readSettings({ [name]: '' })).toEqual(readSettings({}))
})

test.each([
  [{ NOTEGRAPH_BASE_URL: 'http://notes.example' }, 'http://notes.example'],
  [{ NOTEGRAPH_HOST: '0.0.0.0' }, 'http://0.0.0.0:8787'],
])('NOTEGRAPH_OAUTH with %j is refused, since codes would pass without https', (env, address) => {
  const read = () => readSettings({ ...env, NOTEGRAPH_OAUTH: 'on' })
  expect(read).toThrow(
    `NOTEGRAPH_OAUTH requires an https address, not ${address}. Set NOTEGRAPH_BASE_URL to the public address.`,
  )
})

test.each([
  {},
  { NOTEGRAPH_HOST: '::1' },
  { NOTEGRAPH_HOST: '0.0.0.0', NOTEGRAPH_BASE_URL: 'https://notes.example' },
])('NOTEGRAPH_OAUTH with %j is accepted', (env) => {
  expect(readSettings({ ...env, NOTEGRAPH_OAUTH: 'on' }).oauth).toBe(true)
})

test.each([
  [{}, 'http://127.0.0.1:8787'],
  [{ NOTEGRAPH_HOST: '::1', NOTEGRAPH_PORT: '80' }, 'http://[::1]:80'],
  [{ NOTEGRAPH_PORT: '0' }, undefined],
  [{ NOTEGRAPH_PORT: '0', NOTEGRAPH_BASE_URL: 'https://notes.example/a' }, 'https://notes.example'],
])('the origin with %j is %s', (env: Record<string, string>, origin) => {
  expect(originOf(readSettings(env))).toBe(origin)
})

test('the address of a server', () => {
  expect(addressOf('notes.example', 8080)).toBe('http://notes.example:8080')
})
