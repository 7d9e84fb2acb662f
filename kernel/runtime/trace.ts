import {
  type Attributes,
  INVALID_SPAN_CONTEXT,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

const tracer = trace.getTracer('millrace')
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** What nobody exports is not recorded. */
const UNTRACED: Span = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

/** Work that is under way, as a span of a trace. Without an exporter nothing is kept, and `traceparent` is the parent's. */
export interface TracedWork {
  /** W3C context for what this work causes; undefined where there is no trace at all. */
  readonly traceparent: string | undefined
  readonly span: Span
  /** Ends the span; with an error it is marked as failed. */
  end(error?: unknown): void
}

/** Whether spans go anywhere; where they do not, what is too frequent to be traced for nothing may leave them out. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('millrace') !== undefined
}

/** Begins a span below a W3C context, which may be of another process. */
export function beginWork(name: string, options: { parent?: string; kind: keyof typeof SpanKind; attributes?: Attributes }): TracedWork {
  const parent = options.parent === undefined ? undefined : contextOf(options.parent)
  if (!isTracing()) return { traceparent: parent && options.parent, span: UNTRACED, end: () => undefined }
  const span = tracer.startSpan(
    name,
    { kind: SpanKind[options.kind], attributes: options.attributes },
    parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
  )
  return {
    traceparent: span.isRecording() || !parent ? traceparentOf(span.spanContext()) : options.parent,
    span,
    end(error) {
      if (error !== undefined) {
        span.recordException(error instanceof Error ? error : String(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', typeOf(error))
      }
      span.end()
    },
  }
}

/** The code of an error of ours, else its name. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '_OTHER'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function contextOf(traceparent: string): SpanContext | undefined {
  const match = TRACEPARENT.exec(traceparent)
  return match ? { traceId: match[1]!, spanId: match[2]!, traceFlags: Number.parseInt(match[3]!, 16), isRemote: true } : undefined
}

function traceparentOf(context: SpanContext): string | undefined {
  if (/^0+$/.test(context.traceId)) return undefined
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`
}
