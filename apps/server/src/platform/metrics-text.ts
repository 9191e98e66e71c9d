/** One metric of the Prometheus text format. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge'
  /** A value for each set of labels. When empty, only the description is written. */
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** The text exposition format 0.0.4 of Prometheus. */
export const metricsText = (metrics: readonly Metric[]) =>
  metrics
    .flatMap(({ name, help, type, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...values.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')

function labelsText(labels: Readonly<Record<string, string>>) {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${quoted(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const quoted = (value: string) => value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
