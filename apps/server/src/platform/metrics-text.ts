import { Counter, Gauge, Registry } from 'prom-client'

/** One metric that is measured when it is read. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge'
  /** A value for each set of labels. When empty, only the description is written. */
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}

/** Metrics that write themselves. */
interface Written {
  metrics(): string | Promise<string>
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** The text exposition format 0.0.4 of Prometheus. `more` are metrics that count by themselves, written after the others. */
export async function metricsText(metrics: readonly Metric[], more: readonly Written[] = []) {
  const measured = new Registry()
  for (const { name, help, type, values } of metrics) {
    const labelNames = [...new Set(values.flatMap(({ labels = {} }) => Object.keys(labels)))]
    const metric = new (type === 'counter' ? Counter : Gauge)({
      name,
      help,
      labelNames,
      registers: [measured],
    })
    // One without labels begins at 0, which nobody has measured.
    if (labelNames.length === 0) metric.remove()
    for (const { labels = {}, value } of values) metric.inc(labels, value)
  }
  const texts = await Promise.all([measured, ...more].map((registry) => registry.metrics()))
  // The library puts an empty line between metrics.
  return texts.map((text) => `${text.trimEnd()}\n`.replaceAll('\n\n', '\n')).join('')
}
