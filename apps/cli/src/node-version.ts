/** Checks the version of Node. The SQLite driver crashes on an older Node without a message. */

const OLDEST = '22.18'

/** @param version such as `24.21.0` @returns a message with the remedy; undefined if the version is new enough */
export function nodeFault(version: string): string | undefined {
  if (version.localeCompare(OLDEST, undefined, { numeric: true }) >= 0) return undefined
  return `Notegraph requires Node ${OLDEST} or newer; this is ${version}. Install a newer Node, or run \`npm start\` in a checkout, which installs one.`
}
