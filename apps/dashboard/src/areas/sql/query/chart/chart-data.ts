import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { instant } from '@basalt/sql/rows/instant.ts'
import { isNumericType } from '../../../../ui/grid/data-grid.rules.ts'
import type { ExportRows } from '../results/result-export.ts'
import type { ChartConfig } from './chart-config.ts'

/** The points of a chart: an x position for each value, in ascending order. */
export interface ChartData {
  readonly scale: 'category' | 'number' | 'time'
  readonly xs: readonly number[]
  /** The labels of a category scale. */
  readonly labels: readonly string[]
  /** Null where there is no number, or one that the scale cannot show. */
  readonly ys: readonly (number | null)[]
  /** The number of values that a logarithmic scale cannot show. */
  readonly hidden: number
}

const isTime = (type: string) => type === 'date' || type.startsWith('timestamp')
/** Types whose values make no short label for an axis. */
const lacksLabel = (type: string) => type.endsWith('[]') || /^(?:jsonb?|bytea|xml|tsvector)$/.test(type)

/** The columns that suit the x axis. */
export const xChoices = (fields: readonly ResultField[]) =>
  fields.map(({ name, type }) => ({ name, type })).filter(({ type }) => !lacksLabel(type))

/** The columns that suit the y axis: numbers, and texts whose first value is numeric. */
export const yChoices = ({ fields, columns, order }: Omit<ExportRows, 'rowCount'>) =>
  fields.filter(({ type }, index) => {
    if (isNumericType(type)) return type !== 'oid'
    const first = columns[index]?.at(order?.[0] ?? 0)
    return type === 'text' && first?.trim() && Number.isFinite(Number(first))
  })

/**
 * The default axes of a result. x is its first date, or else its first column that is not a number; y is its first
 * number that is not an id. Empty when there are no such columns.
 */
export function defaultAxes(rows: Omit<ExportRows, 'rowCount'>): Pick<ChartConfig, 'type' | 'xKey' | 'yKey'> {
  const choices = xChoices(rows.fields)
  const time = choices.find(({ type }) => isTime(type))
  const x = time ?? choices.find(({ type }) => !isNumericType(type)) ?? choices[0]
  const numbers = yChoices(rows).filter(({ name }) => name !== x?.name)
  const y = numbers.find(({ name }) => !/(?:^|_)id$/i.test(name)) ?? numbers[0]
  if (!x?.name || !y?.name) return { type: 'bar', xKey: '', yKey: '' }
  return { type: time ? 'line' : 'bar', xKey: x.name, yKey: y.name }
}

/** Whether the axes can be swapped: both must be numeric. */
export function canFlip(fields: readonly ResultField[], { xKey, yKey }: ChartConfig): boolean {
  const isNumeric = (key: string) => isNumericType(fields.find(({ name }) => name === key)?.type ?? '')
  return isNumeric(xKey) && isNumeric(yKey)
}

/** The points of a result's chart; undefined while an axis is not set, or not among its columns. */
export function chartData(rows: ExportRows, config: ChartConfig): ChartData | undefined {
  const { fields, columns, rowCount, order } = rows
  const x = fields.findIndex(({ name }) => name === config.xKey)
  const y = fields.findIndex(({ name }) => name === config.yKey)
  if (x < 0 || y < 0) return undefined
  const xType = fields[x]!.type
  const texts = Array.from(
    { length: rowCount },
    (_, index) => columns[x]!.at(order?.[index] ?? index) ?? null,
  )
  const values = Array.from({ length: rowCount }, (_, index) =>
    numberOf(columns[y]!.at(order?.[index] ?? index) ?? null),
  )
  const scale =
    config.type === 'bar' ? 'category' : isTime(xType) ? 'time' : isNumericType(xType) ? 'number' : 'category'
  if (scale === 'category')
    return {
      scale,
      xs: texts.map((_, index) => index),
      labels: texts.map((text) => (text === null ? 'NULL' : isTime(xType) ? dateLabel(instant(text)) : text)),
      ...yValues(values, config),
    }
  const points = texts
    .map((text, index) => ({
      at: text === null ? Number.NaN : scale === 'time' ? instant(text) : Number(text),
      value: values[index]!,
    }))
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((a, b) => a.at - b.at)
  return {
    scale,
    xs: points.map(({ at }) => at),
    labels: [],
    ...yValues(
      points.map(({ value }) => value),
      config,
    ),
  }
}

function yValues(values: readonly (number | null)[], { cumulative, logScale }: ChartConfig) {
  let sum = 0
  const ys = values.map((value) => {
    if (!cumulative) return value
    sum += value ?? 0
    return sum
  })
  if (!logScale) return { ys, hidden: 0 }
  const visible = ys.map((value) => (value !== null && value <= 0 ? null : value))
  return {
    ys: visible,
    hidden: visible.filter((value, index) => value === null && ys[index] !== null).length,
  }
}

/** Also parses money, such as `$1,000.50`. */
function numberOf(text: string | null): number | null {
  if (text === null || text.trim() === '') return null
  const value = Number(/^-?\$/.test(text) ? text.replace(/[$,]/g, '') : text)
  return Number.isFinite(value) ? value : null
}

const monthDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** `Mar 4 2026 09:30`, in UTC. */
export function dateLabel(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return milliseconds > 0 ? 'infinity' : '-infinity'
  const date = new Date(milliseconds)
  return `${monthDay.format(date)} ${date.getUTCFullYear()} ${clock.format(date)}`
}
