/**
 * The part of a zod schema that reading a value needs. The schemas below do without zod, which is as large as the shell
 * itself. They parse URLs and local storage, both read before the first paint.
 */
export interface Shape<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false }
}

/** The type that a shape accepts. */
export type ValueOf<S> = S extends Shape<infer T> ? T : never

/** A shape from a parse function, which returns `undefined` for invalid values. */
export const shape = <T extends NonNullable<unknown>>(read: (value: unknown) => T | undefined): Shape<T> => ({
  safeParse: (value) => {
    const data = read(value)
    return data === undefined ? { success: false } : { success: true, data }
  },
})

export const aText = shape((value) => (typeof value === 'string' ? value : undefined))
export const aFlag = shape((value) => (typeof value === 'boolean' ? value : undefined))
export const oneOf = <T extends string | number>(values: readonly T[]): Shape<T> =>
  shape((value) => values.find((one) => one === value))

/** A text, also where the router parsed a number or boolean: `?search=42`. */
export const aTextUpTo = (length: number) =>
  shape((value) => {
    const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
    return text !== undefined && text.length <= length ? text : undefined
  })

/** An existing day: `2026-02-28`. */
export const aDay = shape((value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value ? undefined : value
})

/** A moment in ISO 8601 and UTC: `2026-02-28T12:00:00.000Z`. */
export const aMoment = shape((value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(value))
    return undefined
  return Number.isNaN(Date.parse(value)) ? undefined : value
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const aUuid = shape((value) => (typeof value === 'string' && UUID.test(value) ? value : undefined))

export const aNumber = shape((value) => (typeof value === 'number' ? value : undefined))

export const orNull = <T>(item: Shape<T>): Shape<T | null> => ({
  safeParse: (value) => (value === null ? { success: true, data: null } : item.safeParse(value)),
})

/** At most `max` values of one shape. */
export const listOf = <T>(item: Shape<T>, max = Number.POSITIVE_INFINITY): Shape<T[]> =>
  shape((value) => {
    if (!Array.isArray(value) || value.length > max) return undefined
    const read = value.map((one) => item.safeParse(one))
    return read.every((one) => one.success) ? read.map(({ data }) => data) : undefined
  })

/** An object with all of `fields` and the valid ones of `others`; drops other keys. */
export const objectOf = <
  Fields extends Record<string, Shape<unknown>>,
  // biome-ignore lint/complexity/noBannedTypes: no other fields
  Others extends Record<string, Shape<unknown>> = {},
>(
  fields: Fields,
  others?: Others,
) =>
  shape((value) => {
    if (!isRecord(value)) return undefined
    const read = partOf(fields, value)
    if (Object.keys(read).length < Object.keys(fields).length) return undefined
    return { ...partOf(others ?? {}, value), ...read } as { [Key in keyof Fields]: ValueOf<Fields[Key]> } & {
      [Key in keyof Others]?: ValueOf<Others[Key]>
    }
  })

/** An object with any keys whose values have one shape. */
export const recordOf = <T>(item: Shape<T>): Shape<Record<string, T>> =>
  shape((value) =>
    isRecord(value) && Object.values(value).every((one) => item.safeParse(one).success)
      ? (value as Record<string, T>)
      : undefined,
  )

/** For `validateSearch`: the valid search params of a page; others are dropped. */
export const searchOf = <Fields extends Record<string, Shape<unknown>>>(
  fields: Fields,
): SearchReader<Fields> => ({
  // Invalid params are set to undefined, because the router would restore omitted ones.
  parse: (search) =>
    ({
      ...Object.fromEntries(Object.keys(fields).map((key) => [key, undefined])),
      ...partOf(fields, search),
    }) as SearchOf<Fields>,
})

export type SearchOf<Fields> = { [Key in keyof Fields]?: ValueOf<Fields[Key]> | undefined }
export interface SearchReader<Fields> {
  parse: (search: Record<string, unknown>) => SearchOf<Fields>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partOf = (fields: Record<string, Shape<unknown>>, from: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const read = field.safeParse(from[key])
      return read.success ? [[key, read.data]] : []
    }),
  )
