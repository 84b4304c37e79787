/** Reads the files of `deploy/`, as the programs that they are for would. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

export const ROOT = resolve(import.meta.dirname, '../../..')

export const deployed = (file: string): string => readFileSync(join(ROOT, 'deploy', file), 'utf8')

type Environment = Readonly<Record<string, string>>

interface Service {
  readonly environment?: Environment
  readonly networks?: readonly string[]
  readonly image?: string
  /** `VOLUME:FOLDER` each. */
  readonly volumes?: readonly string[]
  readonly command?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { ipam?: { config: readonly { subnet: string }[] } }>>
}

export const compose = (file: string): Compose => parse(deployed(file), { merge: true }) as Compose

/** The value of a variable with its default, as compose fills it in. */
const filledIn = (value: string, given: Environment): string =>
  value.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (_, name: string, byDefault = '') => given[name] ?? byDefault,
  )

/** The environment of a service. */
export const environmentOf = ({ environment = {} }: Service, given: Environment): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value, given)]))

/** The variables of a unit of systemd, or of an environment file. */
export const assignments = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(/^(?:Environment=)?([A-Z][A-Z0-9_]+)=(.*)$/gm), ([, name, value]) => [
      name!,
      value!,
    ]),
  )

export interface Container {
  readonly runs: readonly string[]
  readonly environment: Environment
  /** The program with its arguments. */
  readonly command: readonly string[]
  readonly health: readonly string[]
  readonly user: string
  readonly volume: string
}

/** The instructions of a Containerfile: the commands of its first stage, and the settings of its last. */
export function container(text: string): Container {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
  const last = lines.findLastIndex((line) => line.startsWith('FROM '))
  const of = (name: string, from: readonly string[]): string[] =>
    from.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())
  const stage = lines.slice(last)
  const words = (json: string): string[] => JSON.parse(json) as string[]
  const pairs = of('ENV', stage)
    .flatMap((line) => line.split(/\s+/))
    .map((pair) => pair.split('=', 2) as [string, string])
  return {
    runs: of('RUN', lines.slice(0, last)),
    environment: Object.fromEntries(pairs),
    command: [...words(of('ENTRYPOINT', stage)[0]!), ...words(of('CMD', stage)[0]!)],
    health: words(/CMD (\[.*\])/.exec(of('HEALTHCHECK', stage)[0]!)![1]!),
    user: of('USER', stage)[0]!,
    volume: of('VOLUME', stage)[0]!,
  }
}

export interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}

export const alertRules = (): Rules => parse(deployed('prometheus-alerts.yaml')) as Rules

export interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
  readonly annotations: { readonly list: readonly { readonly expr: string }[] }
}

export const dashboard = (): Dashboard => JSON.parse(deployed('grafana-dashboard.json')) as Dashboard

/** A metric of an expression, with the labels that it selects by. */
export interface Selected {
  readonly metric: string
  readonly labels: readonly string[]
}

const FUNCTIONS = new Set(['sum', 'by', 'rate', 'increase', 'histogram_quantile', 'topk', 'changes'])

/** The metrics of a PromQL expression. A function of another name counts as a metric, so the list grows with use. */
export function selectedIn(expr: string): Selected[] {
  const withoutGroups = expr
    .replaceAll(/\bby\s*\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '') // ranges
    .replaceAll(/\b\d[\w.]*/g, '') // numbers
  const found = withoutGroups.matchAll(/([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})?(?=[^"]*(?:"[^"]*"[^"]*)*$)/g)
  return Array.from(found, ([, metric, selectors = '']) => ({
    metric: metric!,
    labels: Array.from(selectors.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g), ([, label]) => label!),
  })).filter(({ metric }) => !FUNCTIONS.has(metric))
}
