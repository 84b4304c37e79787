/**
 * The examples of a README as programs. Imports are added, and a comment with a value after a line becomes a check.
 */
import { examplesOf } from '../packages/example-tests/src/index.ts'

/** Names that a README expects from its reader: the address of a server, a token, and a device session. */
const FROM_READER = ['url', 'token', 'session']

const VALUE = /^(?:(export )?const (\w+) = )?(?!(?:export )?const )(.+?) \/\/ (['[{\d].*)$/

/**
 * @param readme the Markdown
 * @param module the name in imports
 * @param exports the names that the module exports
 * @returns TypeScript, a program for each example that imports only packages for browsers
 */
export function readmePrograms(readme: string, module: string, exports: readonly string[]): string[] {
  return examplesOf(readme)
    .filter((example) => !onDisk(example))
    .map((example) => {
      const named = exports.filter(
        (name) =>
          new RegExp(`\\b${name}\\b`).test(example) &&
          !new RegExp(`import \\{[^}]*\\b${name}\\b`).test(example),
      )
      const imports = example.includes(`from '${module}'`)
        ? ''
        : `import { ${named.join(', ')} } from '${module}'\n`
      const asked = FROM_READER.filter((name) => new RegExp(`\\b${name}\\b`).test(example))
      const isWhole = example.includes('export ') || asked.length === 0
      const body = isWhole ? checked(example) : asFunction(example)
      return `import { expect } from './expect.ts'\n${imports}${body}\nvoid expect\n`
    })
}

/**
 * The first example that reads a folder on disk, as a script for Node, Bun and Deno.
 * @param path the folder, which the example calls `path`
 */
export function diskScript(readme: string, path: string): string | undefined {
  const example = examplesOf(readme).find(onDisk)
  return (
    example &&
    `import { expect } from './expect.js'\nconst path = ${JSON.stringify(path)}\n${checked(example)}\nvoid expect\n`
  )
}

/** The first example as a script for Node with its own imports and checks. */
export function readmeScript(readme: string): string | undefined {
  const [example] = examplesOf(readme)
  return example && `import { expect } from './expect.js'\n${checked(example)}\nvoid expect\n`
}

/** Whether an example imports a module that needs a disk. */
const onDisk = (example: string): boolean => example.includes("/node'")

/** An example that needs a server becomes a function of the reader's names. */
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

/** Whether a text is a JavaScript literal and nothing else. */
const isLiteral = (text: string): boolean => /^(?:'.*'|\[.*\]|\{.*\}|\d+)$/.test(text)
