/**
 * Formats example lines for the end of a command's help.
 * @param lines each without the name of the program
 */
export const examples = (...lines: readonly string[]): string =>
  `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  notegraph ${line}`).join('\n')}`
