/**
 * The documents by which an app finds the authorization server, from the address of MCP alone.
 * @see RFC 9728, RFC 8414; assistants 9.1
 */
import { MCP_PATH } from '@notegraph/contract'
import { APP_SCOPES, RIGHT_SCOPES, SYNC_SCOPE } from '@notegraph/service'

/** The paths of the authorization server, below the public address. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

const WELL_KNOWN = '/.well-known'

/** The path of a well-known document, before the path of what it describes. */
export const RESOURCE_DOCUMENT: string = `${WELL_KNOWN}/oauth-protected-resource`
export const SERVER_DOCUMENT: string = `${WELL_KNOWN}/oauth-authorization-server`

/** Scopes for an app that names none: no rights beside reading and writing. */
export const DEFAULT_SCOPES: string = `${APP_SCOPES.read} ${APP_SCOPES.write}`

/** Every scope that an app may name. */
export const KNOWN_SCOPES: readonly string[] = [
  ...Object.values(APP_SCOPES),
  ...Object.values(RIGHT_SCOPES),
  SYNC_SCOPE,
]

/** The identifier of the one resource: the address of MCP. */
export const resourceOf = (baseUrl: string): string => baseUrl + MCP_PATH

/** The address of the document of the resource. A base path follows the well-known part. */
export function resourceDocumentUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(resourceOf(baseUrl))
  return origin + RESOURCE_DOCUMENT + pathname
}

/** Protected resource metadata. @see RFC 9728, 2 */
export const resourceMetadata = (baseUrl: string): object => ({
  resource: resourceOf(baseUrl),
  resource_name: 'Notegraph',
  authorization_servers: [baseUrl],
  scopes_supported: Object.values(APP_SCOPES),
  bearer_methods_supported: ['header'],
})

/** Authorization server metadata. @see RFC 8414, 2 */
export const serverMetadata = (baseUrl: string): object => ({
  issuer: baseUrl,
  authorization_endpoint: baseUrl + OAUTH_PATHS.authorize,
  token_endpoint: baseUrl + OAUTH_PATHS.token,
  registration_endpoint: baseUrl + OAUTH_PATHS.register,
  revocation_endpoint: baseUrl + OAUTH_PATHS.revoke,
  scopes_supported: KNOWN_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

/** The header of a 401 of MCP. @param presented whether the request had a credential @see RFC 9728, 5.1; RFC 6750, 3 */
export const challengeOf = (baseUrl: string, presented: boolean): string =>
  `Bearer ${presented ? 'error="invalid_token", ' : ''}resource_metadata="${resourceDocumentUrl(baseUrl)}", scope="${DEFAULT_SCOPES}"`
