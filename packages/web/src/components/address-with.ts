/**
 * The address of a list with other filters. It begins at the first part, because the place in one list means nothing in
 * another.
 * @param changes values to set; undefined or blank removes one
 * @example
 * addressWith('/graph', new URLSearchParams('q=boat&offset=50'), { sort: 'name' }) // '/graph?q=boat&sort=name'
 */
export function addressWith(
  path: string,
  query: URLSearchParams,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const to = new URLSearchParams(query)
  for (const [name, value = ''] of Object.entries({ offset: undefined, ...changes }))
    if (value === '') to.delete(name)
    else to.set(name, value)
  const search = to.toString()
  return search === '' ? path : `${path}?${search}`
}
