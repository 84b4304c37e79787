/**
 * Reads the standard variables of OpenTelemetry that decide whether the server traces. The exporter itself reads the
 * others, such as headers, certificates and time-outs.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import { SettingError } from './setting-error.ts'

/** How the server traces. */
export interface TracingSettings {
  /** The encoding of the traces over HTTP. */
  readonly protocol: 'protobuf' | 'json'
  /** The share of requests that are traced, from 0 to 1. */
  readonly ratio: number
  /** Whether a caller that sends a trace decides if its request is traced. */
  readonly parentBased: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const PROTOCOLS: Readonly<Record<string, TracingSettings['protocol']>> = {
  'http/protobuf': 'protobuf',
  'http/json': 'json',
}

const SAMPLER = /^(?<parent>parentbased_)?(?:always_(?<always>on|off)|traceidratio)$/

/**
 * @returns undefined unless an endpoint is set, and tracing is not switched off
 * @throws {SettingError} if a value is not one that the server can use
 */
export function tracingOf(env: Environment): TracingSettings | undefined {
  const of = (...names: string[]): [name: string, value: string | undefined] => {
    const name = names.find((one) => env[one]) ?? names.at(-1)!
    return [name, env[name] === '' ? undefined : env[name]]
  }
  const [endpointName, endpoint] = of('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return undefined
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none')
    return undefined
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new SettingError(
      `${endpointName} takes an http or https address, such as http://127.0.0.1:4318.`, // it may contain a password
    )
  const [protocolName, sent = 'http/protobuf'] = of(
    'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    'OTEL_EXPORTER_OTLP_PROTOCOL',
  )
  const protocol = PROTOCOLS[sent]
  if (!protocol)
    throw new SettingError(
      `${protocolName} takes ${Object.keys(PROTOCOLS).join(' or ')}, not ${JSON.stringify(sent)}.`,
    )
  return { protocol, ...samplerOf(of('OTEL_TRACES_SAMPLER')[1], of('OTEL_TRACES_SAMPLER_ARG')[1]) }
}

function samplerOf(
  sampler = 'parentbased_always_on',
  argument = '1',
): Pick<TracingSettings, 'ratio' | 'parentBased'> {
  const found = SAMPLER.exec(sampler)
  if (!found)
    throw new SettingError(
      `OTEL_TRACES_SAMPLER takes always_on, always_off or traceidratio, also with parentbased_, not ${JSON.stringify(sampler)}.`,
    )
  const { parent, always } = found.groups!
  const parentBased = parent !== undefined
  if (always !== undefined) return { ratio: always === 'on' ? 1 : 0, parentBased }
  const ratio = Number(argument)
  if (argument.trim() === '' || !(ratio >= 0 && ratio <= 1))
    throw new SettingError(
      `OTEL_TRACES_SAMPLER_ARG takes a number from 0 to 1, not ${JSON.stringify(argument)}.`,
    )
  return { ratio, parentBased }
}
