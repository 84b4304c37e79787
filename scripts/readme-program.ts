/**
 * The examples of a README as programs of their own: with the imports that it leaves out, and with a check for each
 * value that a comment after a line gives. Each checks itself.
 */

/** Names that a README takes from its reader: a server's address, a token, and the session of a device. */
const FROM_READER = ['baseUrl', 'token', 'session']

const VALUE = /^(?:(export )?const (\w+) = )?(?!(?:export )?const )(.+?) \/\/ (['[{\d].*)$/

/**
 * @param readme the Markdown
 * @param module as an import names it
 * @param exports the names that it exports
 * @returns TypeScript, a program for each example that imports nothing but packages for browsers
 */
export function readmePrograms(readme: string, module: string, exports: readonly string[]): string[] {
  return examplesOf(readme)
    .filter((example) => !example.includes("/node'"))
    .map((example) => {
      const named = exports.filter((name) => new RegExp(`\\b${name}\\b`).test(example))
      const imports = example.includes(`from '${module}'`)
        ? ''
        : `import { ${named.join(', ')} } from '${module}'\n`
      const asked = FROM_READER.filter((name) => new RegExp(`\\b${name}\\b`).test(example))
      const isWhole = example.includes('export ') || asked.length === 0
      const body = isWhole ? checked(example) : asFunction(example)
      return `import { expect } from './expect.ts'\n${imports}${body}\nvoid expect\n`
    })
}

/** The first example as a script for Node, all imports its own; it checks itself as it is run. */
export function readmeScript(readme: string): string | undefined {
  const [example] = examplesOf(readme)
  return example && `import { expect } from './expect.js'\n${checked(example)}\nvoid expect\n`
}

const examplesOf = (readme: string): string[] =>
  Array.from(readme.matchAll(/```ts\n([^]*?)```/g), ([, example]) => example!)

/** An example that needs a server is a function of what its reader has. */
function asFunction(example: string): string {
  const lines = example.split('\n')
  const isImport = (line: string) => line.startsWith('import ')
  const parameters = FROM_READER.map((name) => `${name}: string`).join(', ')
  const body = checked(lines.filter((line) => !isImport(line)).join('\n'))
  return `${lines.filter(isImport).join('\n')}\nexport async function example(${parameters}) {\n${body}}\n`
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
