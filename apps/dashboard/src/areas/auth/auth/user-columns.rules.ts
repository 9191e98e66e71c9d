import { listOf, oneOf } from '../../../lib/shape.ts'

/** The columns that a member can show, by their names, in their order. */
export const columnNames = {
  state: 'State',
  id: 'User ID',
  phone: 'Phone',
  providers: 'Sign-in',
  created: 'Created',
  confirmed: 'Confirmed',
  last: 'Last sign-in',
} as const
export type ShownColumn = keyof typeof columnNames

export const shownColumns = Object.keys(columnNames) as ShownColumn[]
export const columnsByDefault: ShownColumn[] = ['state', 'providers', 'created', 'last']

/** What is stored in the browser. */
export const aColumnList = listOf(oneOf(shownColumns))

/** The columns with one more or one fewer, in their order. */
export const withColumn = (columns: readonly ShownColumn[], column: ShownColumn, isShown: boolean) =>
  shownColumns.filter((one) => (one === column ? isShown : columns.includes(one)))
