/**
 * What a value from outside must look like, as zod's schemas tell it. The few below do without zod, which is as large as
 * the frame itself: for addresses and what this browser keeps, both read before anything is shown.
 */
export interface Shape<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false }
}

/** The value that a shape lets pass. */
export type ValueOf<S> = S extends Shape<infer T> ? T : never

/** A shape by what it makes of a value; `undefined` refuses it. */
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

/** A text, also where the address was read as a number or a flag: `?search=42`. */
export const aTextUpTo = (length: number) =>
  shape((value) => {
    const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
    return text !== undefined && text.length <= length ? text : undefined
  })

/** `2026-02-28`, and no day that there is not. */
export const aDay = shape((value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value ? undefined : value
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const aUuid = shape((value) => (typeof value === 'string' && UUID.test(value) ? value : undefined))

export const aNumber = shape((value) => (typeof value === 'number' ? value : undefined))

export const orNull = <T>(item: Shape<T>): Shape<T | null> => ({
  safeParse: (value) => (value === null ? { success: true, data: null } : item.safeParse(value)),
})

/** Values of one shape, at most so many. */
export const listOf = <T>(item: Shape<T>, max = Number.POSITIVE_INFINITY): Shape<T[]> =>
  shape((value) => {
    if (!Array.isArray(value) || value.length > max) return undefined
    const read = value.map((one) => item.safeParse(one))
    return read.every((one) => one.success) ? read.map(({ data }) => data) : undefined
  })

/** An object with all of `fields`, and of `others` those that it has; what else it has is left out. */
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

/** An object of any keys whose values have one shape. */
export const recordOf = <T>(item: Shape<T>): Shape<Record<string, T>> =>
  shape((value) =>
    isRecord(value) && Object.values(value).every((one) => item.safeParse(one).success)
      ? (value as Record<string, T>)
      : undefined,
  )

/** For `validateSearch`: the part of an address that a page understands; the rest is left out. */
export const searchOf = <Fields extends Record<string, Shape<unknown>>>(
  fields: Fields,
): SearchReader<Fields> => ({
  // What is refused is named too: the router would put back what is merely left out.
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
