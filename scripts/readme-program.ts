/**
 * The first example of a README as a program of its own: with the imports that it leaves out, and with a check for each
 * value that a comment after a line gives. It checks itself as it is loaded.
 */

/** Names that a README takes from its reader: a server's address and a token. */
const FROM_READER = ['baseUrl', 'token']

const VALUE = /^(?:(export )?const (\w+) = )?(.+?) \/\/ (['[{\d].*)$/

/**
 * @param readme the Markdown
 * @param module as an import names it
 * @param exports the names that it exports
 * @returns TypeScript, or undefined where the README has no example
 */
export function readmeProgram(
  readme: string,
  module: string,
  exports: readonly string[],
): string | undefined {
  const example = /```ts\n([^]*?)```/.exec(readme)?.[1]
  if (example === undefined) return undefined
  const named = exports.filter((name) => new RegExp(`\\b${name}\\b`).test(example))
  const imports = example.includes(`from '${module}'`)
    ? ''
    : `import { ${named.join(', ')} } from '${module}'\n`
  const asked = FROM_READER.filter((name) => new RegExp(`\\b${name}\\b`).test(example))
  const body = asked.length > 0 ? asFunction(example, asked) : checked(example)
  return `import { expect } from './expect.ts'\n${imports}${body}\nvoid expect\n`
}

/** An example that needs a server is compiled, bundled and loaded; nobody calls it here. */
function asFunction(example: string, asked: readonly string[]): string {
  const lines = example.split('\n')
  const isImport = (line: string) => line.startsWith('import ')
  const parameters = asked.map((name) => `${name}: string`).join(', ')
  const body = lines.filter((line) => !isImport(line)).join('\n')
  return `${lines.filter(isImport).join('\n')}\nexport async function example(${parameters}) {\n${body}\nreturn [last, content, code]\n}\n`
}

function checked(example: string): string {
  return example
    .split('\n')
    .map((line) => {
      const [, exported = '', name, expression, value] = VALUE.exec(line) ?? []
      if (expression === undefined || !isLiteral(value!)) return line
      if (name === undefined) return `expect(${expression}).toEqual(${value})`
      return `${exported}const ${name} = ${expression}\nexpect(${name}).toEqual(${value})`
    })
    .join('\n')
}

/** A value as JavaScript writes it, with nothing after it. */
const isLiteral = (text: string): boolean => /^(?:'.*'|\[.*\]|\{.*\}|\d+)$/.test(text)
