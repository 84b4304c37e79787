/**
 * Traces with OpenTelemetry. The server loads this module only if the standard variables name an endpoint. No state is
 * global, except the library's own messages, which become one line in the log.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  diag,
  DiagLogLevel,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log, TracingSettings } from '@notegraph/host'
import { methodLabel } from '../metrics/metrics.ts'
import { VERSION } from '../version.ts'
import type { Tracing } from './tracing.ts'

/** Milliseconds that a stop waits for the receiver. */
const PATIENCE = 1_000
/** Milliseconds between two lines about a receiver that fails. */
const QUIET = 60_000

/**
 * Starts to trace.
 *
 * @example
 * ```ts
 * const tracing = openTelemetry({ protocol: 'protobuf', ratio: 1, parentBased: true }, log)
 * await tracing.stop()
 * ```
 */
export function openTelemetry(
  { protocol, ratio, parentBased }: TracingSettings,
  log: Pick<Log, 'warn'>,
): Tracing {
  logProblems(log)
  const own = { 'service.name': 'notegraph', 'service.version': VERSION, 'service.instance.id': randomUUID() }
  const provider = new TracerProvider({
    resource: resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(ratio, parentBased),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: protocol === 'json' ? new JsonExporter() : new ProtobufExporter() }),
    ],
  })
  const tracer = provider.getTracer('notegraph', VERSION)
  const contexts = new AsyncLocalStorageContextManager().enable()

  /** The error's message is left out, because it may contain the text of a note. */
  async function within<T>(span: Span, run: () => Promise<T>): Promise<T> {
    try {
      return await contexts.with(trace.setSpan(contexts.active(), span), run)
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    request({ method: sent, route, traceparent }, work) {
      const method = methodLabel(sent)
      const caller = callerContext(contexts.active(), traceparent)
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          root: !caller,
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'http.route': route },
        },
        caller ?? contexts.active(),
      )
      return within(span, () =>
        work(({ id, status, refusal, code }) => {
          span.setAttribute('http.response.status_code', status)
          span.setAttribute('notegraph.request.id', id)
          if (refusal) span.setAttribute('error.type', refusal.code)
          if (code !== undefined) span.setAttribute('notegraph.error.code', code)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        }),
      )
    },
    storeCall(operation, call) {
      const context = contexts.active()
      // Work that outlives its request, such as a live stream, would add to the trace without end.
      if (trace.getSpan(context)?.isRecording() !== true) return call()
      const attributes = { 'db.operation.name': operation }
      return within(tracer.startSpan(operation, { kind: SpanKind.INTERNAL, attributes }, context), call)
    },
    work(name, attributes, run) {
      const context = contexts.active()
      const cause = trace.getSpanContext(context)
      const links = cause ? [{ context: cause }] : []
      const span = tracer.startSpan(name, { root: true, attributes, links }, context)
      const untraced = trace.deleteSpan(context)
      return within(span, () =>
        contexts.with(untraced, () => run({ set: (more) => void span.setAttributes(more) })),
      )
    },
    async stop() {
      await Promise.race([provider.shutdown().catch(() => {}), delay(PATIENCE, undefined, { ref: false })])
      contexts.disable()
    },
  }
}

/** @param parentBased whether a caller that sends a trace decides for it */
function samplerOf(ratio: number, parentBased: boolean): ParentBasedSampler {
  const root = new TraceIdRatioBasedSampler(ratio)
  const remote = parentBased ? {} : { remoteParentSampled: root, remoteParentNotSampled: root }
  return new ParentBasedSampler({ root, ...remote })
}

/**
 * The trace that a caller continues. The header `tracestate` is not read, since a span would contain its text.
 * @returns undefined without a valid header
 */
function callerContext(context: Context, traceparent: string | undefined): Context | undefined {
  const caller = traceparent === undefined ? null : parseTraceParent(traceparent)
  if (!caller) return undefined
  const traceFlags = caller.traceFlags & TraceFlags.SAMPLED // the format leaves the other bits open
  return trace.setSpanContext(context, { ...caller, traceFlags, isRemote: true })
}

/** The library's messages may contain the endpoint with its password, so the log names only the problem. */
function logProblems(log: Pick<Log, 'warn'>): void {
  let quietUntil = 0
  const problem = (): void => {
    const now = performance.now()
    if (now < quietUntil) return
    quietUntil = now + QUIET
    log.warn('traces cannot be sent: check OTEL_EXPORTER_OTLP_ENDPOINT and its receiver')
  }
  const silent = (): void => {}
  diag.setLogger(
    { error: problem, warn: problem, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
