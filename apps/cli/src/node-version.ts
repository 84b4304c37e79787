/** Checks the version of Node. The SQLite driver crashes on an older Node without a message. */

const OLDEST: readonly [major: number, minor: number] = [22, 18]

/** @param version such as `24.21.0` @returns a message with the remedy; undefined if the version is new enough */
export function nodeFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest, oldestMinor] = OLDEST
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return undefined
  return `Notegraph requires Node ${OLDEST.join('.')} or newer; this is ${version}. Install a newer Node, or run \`npm start\` in a checkout, which installs one.`
}
