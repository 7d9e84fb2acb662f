import { trace } from '@opentelemetry/api'
import type { Env } from './env.ts'

/** How long spans wait for each other before they are sent. */
const SEND_EVERY_MS = 1_000
/** A collector that does not answer must not hold up the end of the process. */
const LAST_SEND_MS = 2_000

type TraceEnv = Pick<
  Env,
  'OTEL_TRACES_EXPORTER' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_SDK_DISABLED' | 'OTEL_SERVICE_NAME'
>

/**
 * Sends the spans of this process as OTEL_* say: OTLP over HTTP as JSON, or lines on standard output with OTEL_TRACES_EXPORTER=console.
 * The SDK is loaded only then. Gives what sends the rest and stops, or undefined where nothing is to be sent. Headers, time-outs and
 * compression are the exporter's own OTEL_EXPORTER_OTLP_* variables.
 */
export async function startTraceExport(env: TraceEnv, version: string): Promise<(() => Promise<void>) | undefined> {
  const wanted = env.OTEL_TRACES_EXPORTER ?? (env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ? 'otlp' : 'none')
  if (wanted === 'none' || env.OTEL_SDK_DISABLED) return undefined
  const [sdk, resources] = await Promise.all([import('@opentelemetry/sdk-trace'), import('@opentelemetry/resources')])
  const exporter = wanted === 'console' ? new sdk.ConsoleSpanExporter() : await otlpExporter()
  const detected = resources.detectResources({ detectors: [resources.envDetector] })
  const own = resources.resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME, 'service.version': version })
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(detected).merge(own),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  })
  trace.setGlobalTracerProvider(provider)
  return async () => {
    const expired = new Promise<void>((resolve) => setTimeout(resolve, LAST_SEND_MS).unref())
    await Promise.race([provider.shutdown(), expired])
  }
}

async function otlpExporter() {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  return new OTLPTraceExporter()
}
