/** The exports of each published package's entries, with their docstrings, read from the sources. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync, type ESTree } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')

export interface PublicExport {
  /** Folder of the package from the top of the checkout, such as `packages/graph`. */
  readonly package: string
  readonly name: string
  /** File of the declaration, from the top of the checkout. */
  readonly file: string
  readonly isFunction: boolean
  /** The text of the docstring, empty without one. */
  readonly doc: string
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, { readonly notegraph?: string }>>
}

/** @returns the source file of each entry of the packages, by specifier, such as `@notegraph/folder/node` */
export function packageEntries(): ReadonlyMap<
  string,
  { readonly folder: string; readonly file: string; readonly isPublic: boolean }
> {
  const found = new Map<string, { folder: string; file: string; isPublic: boolean }>()
  for (const path of globSync('packages/*/package.json', { cwd: ROOT })) {
    const manifest = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest
    for (const [entry, { notegraph: source }] of Object.entries(manifest.exports ?? {}))
      if (source !== undefined)
        found.set(join(manifest.name, entry), {
          folder: dirname(path),
          file: join(dirname(path), source),
          isPublic: manifest.private !== true,
        })
  }
  return found
}

/** @returns the exports of every published package, by package and name; an export of another package counts there */
export function publicExports(): readonly PublicExport[] {
  const modules = new Modules()
  const found = new Map<string, PublicExport>()
  for (const { folder, file, isPublic } of modules.entries.values())
    if (isPublic)
      for (const one of modules.exportsOf(file))
        if (one.file.startsWith(`${folder}/`))
          found.set(`${folder} ${one.file} ${one.name}`, { ...one, package: folder })
  return [...found.values()].toSorted((a, b) =>
    `${a.package} ${a.name}` < `${b.package} ${b.name}` ? -1 : 1,
  )
}

type Declared = Omit<PublicExport, 'package'>

/** Modules of the packages, each parsed once. */
class Modules {
  readonly entries = packageEntries()
  readonly #parsed = new Map<string, ReturnType<typeof parseSync> & { readonly source: string }>()

  exportsOf(file: string): Declared[] {
    return this.#parse(file).module.staticExports.flatMap(({ entries: exported }) =>
      exported.flatMap(({ exportName, importName, localName, moduleRequest }) => {
        const name = exportName.name ?? 'default'
        if (moduleRequest === null) return [this.#declared(file, localName.name ?? name, name)]
        const target = this.#target(file, moduleRequest.value)
        if (target === undefined) return []
        if (exportName.kind === 'None') return this.exportsOf(target)
        const one = this.exportsOf(target).find((candidate) => candidate.name === importName.name)
        if (one === undefined) throw new Error(`${target} does not export ${importName.name}.`)
        return [{ ...one, name }]
      }),
    )
  }

  /** @returns the file that a module imports; `undefined` for a library */
  #target(from: string, specifier: string): string | undefined {
    return specifier.startsWith('.') ? join(dirname(from), specifier) : this.entries.get(specifier)?.file
  }

  #parse(file: string): ReturnType<typeof parseSync> & { readonly source: string } {
    const known = this.#parsed.get(file)
    if (known !== undefined) return known
    const path = join(ROOT, file)
    const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const parsed = Object.assign(parseSync(file, source), { source })
    this.#parsed.set(file, parsed)
    return parsed
  }

  /** The declarations of one name in a file: a value and a type may share it, and a function may be overloaded. */
  #declared(file: string, local: string, name: string): Declared {
    const { program, comments, source } = this.#parse(file)
    const declarations = program.body.flatMap((statement) => {
      const declaration =
        statement.type === 'ExportNamedDeclaration' && statement.declaration !== null
          ? statement.declaration
          : statement
      return namesOf(declaration).includes(local) ? [{ start: statement.start, declaration }] : []
    })
    const docs = declarations.flatMap(({ start }) =>
      comments
        .filter(
          ({ type, value, end }) =>
            type === 'Block' &&
            value.startsWith('*') &&
            source.slice(end, start).trim() === '' &&
            end <= start,
        )
        .map(({ value }) => value.slice(1).trim()),
    )
    return {
      name,
      file,
      isFunction: declarations.some(({ declaration }) => isFunction(declaration, local)),
      doc: docs.join('\n'),
    }
  }
}

type Declaration = ESTree.Statement | ESTree.Declaration

function namesOf(declaration: Declaration): readonly string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  const id = 'id' in declaration ? declaration.id : null
  return id?.type === 'Identifier' ? [id.name] : []
}

function isFunction(declaration: Declaration, name: string): boolean {
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'TSDeclareFunction') return true
  if (declaration.type !== 'VariableDeclaration') return false
  return declaration.declarations.some(
    ({ id, init }) =>
      id.type === 'Identifier' &&
      id.name === name &&
      (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression'),
  )
}
