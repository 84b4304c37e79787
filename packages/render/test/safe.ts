/** Checks rendered HTML strictly: it must be well nested, with known elements and attributes only. */

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries('b i u s del ins kbd sub sup small q'.split(' ').map((name) => [name, []])),
  a: ['class', 'href', 'rel', 'title', 'download', 'data-host'],
  bdi: ['class'],
  blockquote: [],
  br: [],
  code: ['class'],
  dd: ['dir'],
  details: ['class', 'open'],
  div: ['class', 'id', 'role', 'tabindex'],
  dl: ['class'],
  dt: [],
  em: [],
  hr: [],
  img: ['src', 'alt', 'loading'],
  input: ['type', 'disabled', 'checked', 'aria-label'],
  li: ['class'],
  mark: [],
  ol: ['start'],
  p: ['class'],
  pre: ['tabindex'],
  span: ['class', 'tabindex'],
  strong: [],
  summary: ['class'],
  table: [],
  tbody: [],
  td: ['class'],
  th: ['class'],
  thead: [],
  time: ['datetime'],
  tr: [],
  ul: [],
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`h${n}`, ['class', 'aria-level']])),
}

/** MathML has no scripts, links or styles here; the attributes of its elements only lay out. */
const MATHS = /^(?:math|semantics|annotation|m[a-z]+)$/
const MATHS_FORBIDDEN = /^(?:on|style|href|src|xlink)/

const VOID = new Set(['br', 'hr', 'img', 'input'])
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z:-]+(?:="[^"<>]*")?)*)\s*>/gi
const ATTRIBUTE = /([a-z:-]+)(?:="([^"]*)")?/gi
const SAFE_ADDRESS = /^(?:https?:|mailto:|\/|#)/

/** The faults of the HTML; none if a browser runs and loads nothing of the note. */
export function faultsOf(html: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  for (const [whole, close, name = '', written = ''] of html.matchAll(TAG)) {
    if (close === '/') {
      if (open.pop() !== name) faults.push(`${whole} closes nothing`)
      continue
    }
    if (!VOID.has(name)) open.push(name)
    const isMaths = MATHS.test(name) && !Object.hasOwn(ATTRIBUTES, name)
    if (!isMaths && !Object.hasOwn(ATTRIBUTES, name)) faults.push(`element ${name}`)
    for (const [, attribute = '', value = ''] of written.matchAll(ATTRIBUTE)) {
      const allowed = isMaths ? !MATHS_FORBIDDEN.test(attribute) : ATTRIBUTES[name]?.includes(attribute)
      if (!allowed) faults.push(`${name} ${attribute}`)
      if ((attribute === 'href' || attribute === 'src') && !SAFE_ADDRESS.test(value))
        faults.push(`address ${value}`)
      if (attribute === 'src' && !value.startsWith('/')) faults.push(`request to ${value}`)
    }
  }
  if (open.length > 0) faults.push(`open: ${open.join(' ')}`)
  const rest = html.replace(TAG, '')
  if (/[<>]/.test(rest)) faults.push(`unescaped: ${/.{0,20}[<>].{0,20}/.exec(rest)?.[0]}`)
  return faults
}
