/** The addresses in a page. Pages have paths of the server, which a proxy or a folder can place elsewhere. */

/** Attributes that we write. User text has its double quotes escaped. */
const ADDRESS = /(\s(?:href|src|action|formaction|data-document|data-worker)=")(\/(?!\/)[^"]*)/g

/**
 * Replaces the paths of the server in HTML.
 *
 * @param map gets a path and returns an address, both escaped
 * @example
 * mapAddresses('<a href="/p/garden">', (path) => `/notes${path}`) // '<a href="/notes/p/garden">'
 */
export const mapAddresses = (html: string, map: (path: string) => string): string =>
  html.replaceAll(ADDRESS, (_, before: string, path: string) => before + map(path))
