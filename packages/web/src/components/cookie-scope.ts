/**
 * The paths in which a cookie is valid. Over https its name begins with `__Host-`, which binds it to this host, or with `__Secure-` if it is
 * valid below a path alone. So no other host can set it, and servers below several paths of one host keep their own.
 */

export interface CookieScope {
  readonly name: string
  readonly path: string
  readonly secure: boolean
}

/**
 * @param path the path of the server below which the cookie is valid
 * @example
 * cookieScope('https://home.example/notes', 'notegraph_session') // name: '__Secure-notegraph_session', path: '/notes'
 */
export function cookieScope(baseUrl: string, name: string, path = ''): CookieScope {
  const { protocol, pathname } = new URL(baseUrl)
  const whole = pathname.replace(/\/$/, '') + path
  // A cookie can't name a path with a semicolon.
  const valid = whole === '' || whole.includes(';') ? '/' : whole
  const secure = protocol === 'https:'
  const prefix = secure ? (valid === '/' ? '__Host-' : '__Secure-') : ''
  return { name: prefix + name, path: valid, secure }
}
