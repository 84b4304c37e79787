import { expect, test } from 'vitest'
import { SettingError } from './setting-error.ts'
import { tracingOf, type TracingSettings } from './tracing-settings.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
const ON: TracingSettings = { protocol: 'protobuf', ratio: 1, parentBased: true }

test.each<[env: Record<string, string>, read: TracingSettings | undefined]>([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
  [{ OTEL_SERVICE_NAME: 'notes' }, undefined],
  [ENDPOINT, ON],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/v1/traces' }, ON],
  [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, undefined],
  [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'false' }, ON],
  [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    { ...ON, protocol: 'json' },
  ],
  [
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' },
    ON,
  ],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' },
    { ...ON, ratio: 0, parentBased: false },
  ],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
    { ...ON, ratio: 0.25, parentBased: false },
  ],
  [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, ON],
  [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: 'x' }, ON],
])('tracing with %j is %j', (env, read) => {
  expect(tracingOf(env)).toEqual(read)
})

test.each<[env: Record<string, string>, fault: string]>([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT takes an http or https address',
  ],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://a' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT takes'],
  [
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL takes http/protobuf or http/json, not "grpc".',
  ],
  [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER takes'],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
    'OTEL_TRACES_SAMPLER_ARG takes',
  ],
])('tracing with %j stops the start with one line that names the variable', (env, fault) => {
  expect(() => tracingOf(env)).toThrow(SettingError)
  expect(() => tracingOf(env)).toThrow(fault)
})

test('a wrong endpoint is not repeated, because it may contain a password', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://me:secret@traces.example' }
  expect(() => tracingOf(env)).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('secret') }),
  )
})
