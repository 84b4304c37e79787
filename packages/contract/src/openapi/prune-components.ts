/** The components that a document uses, directly or through another component. */
import type { Json } from './schemas.ts'

type Components = { readonly [group: string]: Json }

const REFERENCE = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g

/** @param paths the paths that refer to the components */
export function pruneComponents(paths: Json, components: Components): Components {
  const used = new Set<string>()
  const texts = [JSON.stringify(paths)]
  for (let text = texts.pop(); text !== undefined; text = texts.pop())
    for (const [reference, group = '', name = ''] of text.matchAll(REFERENCE)) {
      if (used.has(reference)) continue
      used.add(reference)
      texts.push(JSON.stringify(components[group]![name]))
    }
  const isUsed = (group: string) => (name: string) => used.has(`"$ref":"#/components/${group}/${name}"`)
  return Object.fromEntries(
    Object.entries(components).flatMap(([group, members]) => {
      const names = Object.keys(members).filter(isUsed(group))
      return names.length === 0
        ? []
        : [[group, Object.fromEntries(names.map((name) => [name, members[name]]))]]
    }),
  )
}
