/** The output of a start: addresses, and separately a token and a sign-in link. */
import { LIMITS, MCP_PATH, NOTES_PATH, routeOf } from '@notegraph/contract'
import type { FirstStart } from './first-start.ts'

export interface StartupFacts extends FirstStart {
  readonly baseUrl: string
  /** The address where the server listens, if people use another one. */
  readonly localUrl: string | undefined
  /** The absolute path of the data folder. */
  readonly data: string
  /** The command line as the operator calls it. */
  readonly commandLine: string
  readonly metricsUrl: string | undefined
  /** Signs in as `me`, if there is no identity provider. */
  readonly signInLink: string | undefined
}

export const startupMessage = ({
  baseUrl,
  localUrl,
  data,
  commandLine,
  metricsUrl,
  isEmpty,
  made,
  token,
}: StartupFacts): string[] => [
  '',
  `  Notegraph is at    ${baseUrl}${NOTES_PATH}`,
  `  Web settings       ${baseUrl}/settings`,
  `  OpenAPI document   ${baseUrl}${routeOf('describeApi').path}`,
  `  MCP endpoint       ${baseUrl}${MCP_PATH}`,
  `  Data folder        ${data}`,
  ...(localUrl === undefined ? [] : [`  Listens on         ${localUrl}`]),
  ...(metricsUrl === undefined ? [] : [`  Metrics            ${metricsUrl}`]),
  '',
  ...(isEmpty ? noAccount(commandLine) : []),
  ...(made && token === undefined ? noToken(commandLine) : []),
]

const noAccount = (commandLine: string): string[] => [
  '  This server has no account yet. Create one, and a token for it:',
  '',
  `    ${commandLine} account create ID`,
  `    ${commandLine} token create --account ID --name NAME --scope write`,
  '',
]

const noToken = (commandLine: string): string[] => [
  '  Created the account "me" with a sample graph. Create a token for it:',
  '',
  `    ${commandLine} token create --account me --name NAME --scope write`,
  '',
]

export const secretLines = ({ baseUrl, token, signInLink }: StartupFacts): string[] => [
  ...(signInLink === undefined ? [] : signInLines(signInLink)),
  ...(token === undefined ? [] : tokenLines(baseUrl, token)),
]

const signInLines = (link: string): string[] => [
  `  To sign in as "me", open this link in a browser. It works once, for ${LIMITS.signInLinkMinutes} minutes:`,
  '',
  `    ${link}`,
  '',
]

const tokenLines = (baseUrl: string, token: string): string[] => [
  '  Created the account "me" with a sample graph.',
  '  Its token reads and writes. It is shown only once:',
  '',
  `    ${token}`,
  '',
  '  Try it:',
  '',
  `    curl -H 'Authorization: Bearer ${token}' ${baseUrl}${routeOf('readDay').path.replace('{date}', 'today')}`,
  '',
]
