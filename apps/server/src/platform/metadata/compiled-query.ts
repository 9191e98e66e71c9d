import type { Compilable, CompiledQuery } from 'kysely'

/**
 * A statement that is compiled once, for calls that differ only in some values: compiling one takes longer than sending
 * it. `build` gets marks in place of these values, each of which must become a parameter as it is. Returns what makes the
 * query of a call, to be run by `metadata.executeQuery`.
 */
export function compiledOnce<Marks extends Readonly<Record<string, string | Buffer>>, Row>(
  marks: Marks,
  build: (marks: Marks) => Compilable<Row>,
): (values: Readonly<Record<keyof Marks, unknown>>) => CompiledQuery<Row> {
  const compiled = build(marks).compile()
  const names = compiled.parameters.map((parameter) =>
    (Object.keys(marks) as (keyof Marks)[]).find((name) => marks[name] === parameter),
  )
  return (values) => ({
    ...compiled,
    parameters: compiled.parameters.map((parameter, at) => {
      const name = names[at]
      return name === undefined ? parameter : values[name]
    }),
  })
}
