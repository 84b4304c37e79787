/** What a start prints: where things are, a link to sign in by, and at a first start a line to try. */
import { LIMITS } from '@notegraph/contract'

export interface Greeted {
  /** Of the account that a first start made. */
  readonly token: string | undefined
  /** Signs in as `me`, where there is no identity provider. */
  readonly signInLink: string | undefined
}

export const greeting = (baseUrl: string, { token, signInLink }: Greeted): string[] => [
  '',
  `  Notegraph is at    ${baseUrl}/api/v1/notes`,
  `  Web settings       ${baseUrl}/settings`,
  `  OpenAPI document   ${baseUrl}/api/v1/openapi.json`,
  `  MCP endpoint       ${baseUrl}/api/mcp`,
  '',
  ...(signInLink === undefined ? [] : signInLines(signInLink)),
  ...(token === undefined ? [] : tokenLines(baseUrl, token)),
]

const signInLines = (link: string): string[] => [
  `  Sign in as "me" in a browser; the link works once, within ${LIMITS.signInLinkMinutes} minutes:`,
  '',
  `    ${link}`,
  '',
]

const tokenLines = (baseUrl: string, token: string): string[] => [
  '  The account "me" was made, with a sample graph to look around in.',
  '  Its token reads and writes, and is shown this once:',
  '',
  `    ${token}`,
  '',
  '  Try it:',
  '',
  `    curl -H 'Authorization: Bearer ${token}' ${baseUrl}/api/v1/notes/days/today`,
  '',
]
