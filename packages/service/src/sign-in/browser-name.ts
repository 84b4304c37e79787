/** The name of a browser in familiar words: `Firefox on Linux`. The rest of its user agent is not stored. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/**
 * The name of a browser, for people.
 * @param userAgent the raw header
 * @example
 * browserName(request.headers.get('user-agent') ?? undefined) // 'Firefox on Linux'
 */
export function browserName(userAgent: string = ''): string {
  const named = (table: readonly (readonly [mark: string, name: string])[]) =>
    table.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = named(SYSTEMS)
  return (named(BROWSERS) ?? 'A browser') + (system === undefined ? '' : ` on ${system}`)
}
