import type { IncomingHttpHeaders } from 'node:http'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../../config.ts'
import { within } from '../within.ts'
import type { OpenSpan, SpanFacts } from './spans.ts'

type Settings = NonNullable<Config['tracing']>

interface Options {
  version: string
  /** Called when spans cannot be sent, once for as long as that lasts. */
  onFailed(error: unknown): void
}

export type Tracing = ReturnType<typeof openTracing>

/** How long the end of the process waits for the last spans. */
const LAST_SPANS_MS = 2_000

const samplers: Readonly<Record<Settings['sampler'], (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (share) => new TraceIdRatioBasedSampler(share),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (share) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
}

/**
 * Sends traces to a receiver of OTLP over HTTP, a batch every few seconds. At most 2,048 spans wait; more are dropped.
 * Headers, time limit, compression and certificates are those that the exporter finds in the environment by OpenTelemetry's
 * names. Nothing is registered globally, so that no library adds spans of its own.
 */
export function openTracing({ url, serviceName, sampler, share }: Settings, { version, onFailed }: Options) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'basalt', 'service.version': version })
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes(serviceName === undefined ? {} : { 'service.name': serviceName })),
    sampler: samplers[sampler](share),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reporting(new OTLPTraceExporter({ url }), onFailed) }),
    ],
  })
  const tracer = provider.getTracer('basalt', version)
  const propagator = new W3CTraceContextPropagator()
  return {
    /** Begins the span of a request, as a part of the trace that its `traceparent` names. */
    begin(name: string, facts: SpanFacts, headers: IncomingHttpHeaders): OpenSpan {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      return openSpan(tracer, name, SpanKind.SERVER, facts, parent)
    },
    /** Sends what is left, unless the receiver takes too long. */
    async close() {
      // A failure was reported.
      await within(
        LAST_SPANS_MS,
        provider.shutdown().catch(() => undefined),
      )
    },
  }
}

function openSpan(tracer: Tracer, name: string, kind: SpanKind, facts: SpanFacts, parent: Context): OpenSpan {
  const span: Span = tracer.startSpan(name, { kind, attributes: facts }, parent)
  return {
    part: (part, its) => openSpan(tracer, part, SpanKind.CLIENT, its, trace.setSpan(parent, span)),
    end(more = {}) {
      if (!span.isRecording()) return
      span.setAttributes(more)
      if (Number(more['http.response.status_code'] ?? 0) >= 500)
        span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    fail(error) {
      if (!span.isRecording()) return
      span.setAttribute('error.type', kindOf(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** The code of an error, such as an SQLSTATE, or its class. */
function kindOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code
  return typeof name === 'string' ? name : 'unknown'
}

function reporting(exporter: SpanExporter, onFailed: (error: unknown) => void): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS
        if (hasFailed && !isFailing) onFailed(result.error)
        isFailing = hasFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
